import type { Grammar, Kind } from './grammars.ts';

export type Piece = readonly [kind: Kind | null, text: string];

/** A single word: a keyword, a literal, a call, a type, or none of these. */
const WORD = '[\\p{L}_$][\\p{L}\\p{N}_$]*';

interface Reader {
  pattern: RegExp;
  kinds: readonly (Kind | null)[];
}
const readers = new WeakMap<Grammar, Reader>();

/** Divides code into tokens that together are exactly the text. */
export function tokenize(text: string, grammar: Grammar): Piece[] {
  const { pattern, kinds } = findReader(grammar);
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const found = match[0];
    if (found === '') continue;
    if (match.index > at) pieces.push([null, text.slice(at, match.index)]);
    at = match.index + found.length;
    const rule = kinds.findIndex((_, index) => match[index + 1] !== undefined);
    const kind = kinds[rule] ?? null;
    // A shell keyword counts as a keyword, not as a command.
    const isWord = kind === null || kind === 'name';
    pieces.push([(isWord ? judgeWord(found, text[at], grammar) : null) ?? kind, found]);
  }
  if (at < text.length) pieces.push([null, text.slice(at)]);
  return pieces;
}

function findReader(grammar: Grammar): Reader {
  const known = readers.get(grammar);
  if (known) return known;
  const source = [...grammar.rules.map(([, rule]) => `(${rule})`), WORD].join('|');
  const reader = { pattern: new RegExp(source, 'gimu'), kinds: grammar.rules.map(([kind]) => kind) };
  readers.set(grammar, reader);
  return reader;
}

function judgeWord(word: string, next: string | undefined, grammar: Grammar): Kind | null {
  const name = grammar.ignoresCase === true ? word.toLowerCase() : word;
  if (grammar.keywords?.has(name)) return 'keyword';
  if (grammar.literals?.has(name)) return 'literal';
  if (!grammar.keywords) return null;
  if (next === '(') return 'name';
  return /^\p{Lu}/u.test(word) ? 'property' : null;
}
