import { commands, usage } from './command-usage.ts';

/** A command that was understood. */
export interface Command {
  /** Like `key create`. */
  readonly name: string;
  /** What is not an option: one for each name in the command's usage. */
  readonly names: readonly string[];
  /** The given options without `--`; the value of one that takes none is empty. */
  readonly options: ReadonlyMap<string, string>;
  /** Positions, among all words, of the names that are paths. */
  readonly paths: readonly number[];
}

/** What a command accepts. */
interface Grammar {
  readonly names: readonly string[];
  /** Whether each option takes a value. */
  readonly options: ReadonlyMap<string, boolean>;
}

/** Understands the words of a command line. Says what is wrong with those that it doesn’t understand. */
export function parseCommand(words: readonly string[]): Command | { readonly fault: string } {
  const found = commands.find(([command]) => command.split(' ').every((word, at) => words[at] === word));
  if (found === undefined) return { fault: usage };
  const [name, accepted] = found;
  const grammar = readGrammar(accepted);
  const first = name.split(' ').length;
  const options = new Map<string, string>();
  const places: number[] = [];
  const refuse = (reason: string): { fault: string } => ({
    fault: `${name}: ${reason}\nUsage: npm run portico -- ${`${name} ${accepted}`.trimEnd()}\n`,
  });
  for (let at = first; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      if (places.length === grammar.names.length) return refuse(`"${word}" is one argument too many`);
      places.push(at);
      continue;
    }
    const [, option = '', given] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const takesValue = grammar.options.get(option);
    if (takesValue === undefined) return refuse(`there is no option ${word.replace(/=.*/s, '')}`);
    if (options.has(option)) return refuse(`--${option} is given twice`);
    if (!takesValue) {
      if (given !== undefined) return refuse(`--${option} takes no value`);
      options.set(option, '');
    } else if (given === undefined) {
      at += 1;
      const value = words[at];
      if (value === undefined || value.startsWith('--')) return refuse(`--${option} needs a value`);
      options.set(option, value);
    } else options.set(option, given);
  }
  const missing = grammar.names[places.length];
  if (missing !== undefined) return refuse(`${missing} is missing`);
  const names = places.map((at) => words[at] ?? '');
  return { name, names, options, paths: places.filter((_, at) => grammar.names[at] === 'FILE') };
}

/** Reads `FILE [--dry-run] [--workspace NAME]`. */
function readGrammar(accepted: string): Grammar {
  const names: string[] = [];
  const options = new Map<string, boolean>();
  for (const [, option, value, name] of accepted.matchAll(/\[--([a-z-]+)( [^\]]+)?\]|(\S+)/g)) {
    if (option !== undefined) options.set(option, value !== undefined);
    else if (name !== undefined) names.push(name);
  }
  return { names, options };
}
