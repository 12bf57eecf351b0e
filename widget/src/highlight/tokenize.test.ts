import { expect, test } from 'vitest';
import type { Kind } from './grammars.ts';
import { findGrammar } from './languages.ts';
import { tokenize } from './tokenize.ts';

function read(code: string, language: string) {
  const grammar = findGrammar(language);
  if (!grammar) throw new Error(`no grammar for ${language}`);
  return tokenize(code, grammar);
}

const of = (code: string, language: string, kind: Kind) =>
  read(code, language)
    .filter(([found]) => found === kind)
    .map(([, text]) => text);

test('TypeScript: comments, strings, keywords, calls and types', () => {
  const code = 'const a: Answer = await fetch(`/x/${id}`); // "not" a string\nif (/ab+"c/.test(a)) return 0x1f;';
  expect(of(code, 'ts', 'keyword')).toEqual(['const', 'await', 'if', 'return']);
  expect(of(code, 'ts', 'string')).toEqual(['`/x/${id}`', '/ab+"c/']);
  expect(of(code, 'ts', 'comment')).toEqual(['// "not" a string']);
  expect(of(code, 'ts', 'name')).toEqual(['fetch', 'test']);
  expect(of(code, 'ts', 'property')).toEqual(['Answer']);
  expect(of(code, 'ts', 'literal')).toEqual(['0x1f']);
});

test('each language knows its own comments and strings', () => {
  expect(of('x = """a\n"b" """  # note', 'python', 'string')).toEqual(['"""a\n"b" """']);
  expect(of('x = 1 # note', 'python', 'comment')).toEqual(['# note']);
  expect(of('SELECT id FROM "t" -- all', 'sql', 'keyword')).toEqual(['SELECT', 'FROM']);
  expect(of('{"a": "b", "c": [1.5, true]}', 'json', 'property')).toEqual(['"a"', '"c"']);
  expect(of('{"a": "b", "c": [1.5, true]}', 'json', 'literal')).toEqual(['1.5', 'true']);
  expect(of('name: "x" # y', 'yaml', 'property')).toEqual(['name']);
  expect(of('$ curl -H "a: $B" --json x | jq .', 'bash', 'name')).toEqual(['curl', 'jq']);
  expect(of('<a href="x">y</a><!-- z -->', 'html', 'property')).toEqual(['href']);
  expect(of('.a { color: #fff; margin: 1.5em }', 'css', 'literal')).toEqual(['#fff', '1.5em']);
  expect(of('+ new\n- old', 'diff', 'string')).toEqual(['+ new']);
});

test('finds a fence’s language by its usual names, followed by anything', () => {
  expect(findGrammar('TypeScript {1,3}')).toBe(findGrammar('ts'));
  expect(findGrammar('c++')).toBe(findGrammar('cpp'));
  expect(findGrammar('brainfuck')).toBeUndefined();
  expect(findGrammar('')).toBeUndefined();
});

/** Text that a careless pattern reads repeatedly: with a quadratic pattern, this file doesn't end. */
const hostile = [
  '"'.repeat(20_000),
  "'\\".repeat(10_000),
  '/* '.repeat(7_000),
  '`${'.repeat(6_000),
  '= /a'.repeat(5_000),
  'a'.repeat(20_000),
  'a-'.repeat(10_000),
  ' '.repeat(20_000),
  '\n'.repeat(20_000),
  '<a b='.repeat(4_000),
  '<!--'.repeat(5_000),
  '#'.repeat(20_000),
  '0x'.repeat(10_000),
  '1e'.repeat(10_000),
  '"""'.repeat(6_000),
  '\u202E😀\uD800'.repeat(4_000),
  'a.b/c-'.repeat(4_000),
  '1.'.repeat(10_000),
];
const languages = 'ts go python ruby bash sql json yaml html css diff'.split(' ');

test.each(languages)('the pieces of %s are the text again, for any text', (language) => {
  for (const code of hostile) {
    expect(
      read(code, language)
        .map(([, text]) => text)
        .join(''),
    ).toBe(code);
  }
});
