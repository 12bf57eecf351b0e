import { parseArgs } from 'node:util';
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
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
}

/** Understands the words of a command line. Says what is wrong with those that it doesn’t understand. */
export function parseCommand(words: readonly string[]): Command | { readonly fault: string } {
  const found = commands.find(([command]) => command.split(' ').every((word, at) => words[at] === word));
  if (found === undefined) return { fault: `There is no command "${words.join(' ')}"\n\n${usage}` };
  const [name, accepted] = found;
  const { names, options: known } = readGrammar(accepted);
  const first = name.split(' ').length;
  const options = new Map<string, string>();
  const places: number[] = [];
  const refuse = (reason: string): { fault: string } => ({
    fault: `${name}: ${reason}\nUsage: npm run portico -- ${`${name} ${accepted}`.trimEnd()}\n`,
  });
  // Not strict: its errors explain options that no command has.
  const { tokens } = parseArgs({ args: words.slice(first), options: known, strict: false, tokens: true });
  for (const token of tokens) {
    const at = first + token.index;
    if (token.kind === 'positional') {
      if (places.length === names.length) return refuse(`"${token.value}" is one argument too many`);
      places.push(at);
    }
    if (token.kind !== 'option') continue;
    const { name: option, value, inlineValue: isInline } = token;
    const type = Object.hasOwn(known, option) ? known[option]?.type : undefined;
    if (type === undefined) return refuse(`unknown option ${words[at]?.replace(/=.*/s, '') ?? ''}`);
    if (options.has(option)) return refuse(`--${option} is given twice`);
    if (type === 'boolean' && value !== undefined) return refuse(`--${option} takes no value`);
    const isMissing = value === undefined || (!isInline && value.startsWith('--'));
    if (type === 'string' && isMissing) return refuse(`--${option} needs a value`);
    options.set(option, value ?? '');
  }
  const missing = names[places.length];
  if (missing !== undefined) return refuse(`${missing} is missing`);
  return {
    name,
    names: places.map((at) => words[at] ?? ''),
    options,
    paths: places.filter((_, at) => names[at] === 'FILE'),
  };
}

/** Reads `FILE [--dry-run] [--workspace NAME]`. */
function readGrammar(accepted: string): Grammar {
  const parts = [...accepted.matchAll(/\[--([a-z-]+)( [^\]]+)?\]|(\S+)/g)];
  return {
    names: parts.flatMap(([, , , name]) => name ?? []),
    options: Object.fromEntries(
      parts.flatMap(([, option, value]) =>
        option === undefined ? [] : [[option, { type: value === undefined ? 'boolean' : 'string' }]],
      ),
    ),
  };
}
