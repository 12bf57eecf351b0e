import { afterEach, expect, it, vi } from 'vitest';
import { ToolCallAssembler } from './tool-call-assembler.ts';

afterEach(() => void vi.restoreAllMocks());

const offered = new Set(['save']);

/** Reads these pieces of arguments, each with the id and name of the call, and returns the calls. */
function assemble(pieces: readonly string[], id: string | null = 'a') {
  const calls = new ToolCallAssembler();
  for (const text of pieces) calls.add({ index: 0, id, function: { name: 'save', arguments: text } });
  return calls.finish(offered).map((call) => (call.type === 'tool_call' ? call.arguments : call.raw));
}

/** The number of characters given to JSON.parse while these pieces are read, relative to theirs. */
function countParsed(pieces: readonly string[]) {
  let parsed = 0;
  const parse = JSON.parse.bind(JSON);
  vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
    parsed += text.length;
    return parse(text) as unknown;
  });
  const [result] = assemble(pieces);
  return { result, share: parsed / pieces.join('').length };
}

it.each(['x', '}', '{', '\\"'])('reads arguments in many pieces of “%s” in linear time', (letters) => {
  const pieces = Array.from({ length: 2_000 }, () => letters.repeat(10));
  const { result, share } = countParsed(['{"text":"', ...pieces, '"}']);
  expect(result).toEqual({ text: letters.at(-1)?.repeat(20_000) });
  expect(share).toBeLessThan(4);
});

it('reads many pieces after the arguments in linear time', () => {
  const text = `{"text":"${'x'.repeat(1_000)}"}`;
  const { result, share } = countParsed([text, ...Array.from({ length: 2_000 }, () => '')]);
  expect(result).toEqual({ text: 'x'.repeat(1_000) });
  expect(share).toBeLessThan(4);
});

it('reads broken arguments in linear time', () => {
  const pieces = Array.from({ length: 2_000 }, () => 'no {"text":1} ');
  const { result, share } = countParsed(pieces);
  expect(result).toBe(pieces.join(''));
  expect(share).toBeLessThan(4);
});

it.each([
  ['two objects', ['{"a":"}"', '}', '{"b":', '[{}]}'], [{ a: '}' }, { b: [{}] }]],
  ['objects encoded twice', ['"{\\"a\\":', '1}"', '"{\\"b\\":2}"'], [{ a: 1 }, { b: 2 }]],
  ['an escaped quotation mark that is divided', ['{"a":"\\', '"}"', '}', '{}'], [{ a: '"}' }, {}]],
])('distinguishes calls with one id and index: %s', (_, pieces, expected) => {
  expect(assemble(pieces)).toEqual(expected);
  expect(assemble(pieces, null)).toEqual(expected);
});
