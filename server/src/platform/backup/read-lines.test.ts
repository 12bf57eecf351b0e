import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

const read = async (bytes: Buffer, chunk: number): Promise<string[]> => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  return Array.fromAsync(readLines(Readable.from(chunks)));
};

it.each([1, 2, 7, 1000])('ends a line at a line feed only, wherever chunks of %d bytes end', async (chunk) => {
  const lines = ['{"a":"one\u2028two\u2029three"}', '', '{"b":"\u0085\v\f\r\u{1F426}é"}', '{"c":1}'];
  expect(await read(Buffer.from(`${lines.join('\n')}\n`), chunk)).toEqual(lines);
});

it('reads a last line without a line feed, and no line from nothing', async () => {
  expect(await read(Buffer.from('one\ntwo'), 4)).toEqual(['one', 'two']);
  expect(await read(Buffer.from(''), 4)).toEqual([]);
});
