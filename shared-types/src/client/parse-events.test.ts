import { expect, it } from 'vitest';
import { parseEvents } from './parse-events.ts';

/** The blocks of a stream that arrives in these pieces. */
async function blocksOf(pieces: readonly Uint8Array[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return Array.fromAsync(parseEvents(body));
}

const text = [
  'retry: 2000\n\n',
  ': ping\n\n',
  'id: 7\nevent: output:delta\ndata: {"content":"Grüße 😀"}\n\n',
  'event:plain\r\ndata: one\r\ndata: two\r\n\r\n',
  'data\rid: x\r\r',
  'id: 8\nevent: cut\ndata: {"half',
].join('');

const blocks = [
  { retry: 2_000 },
  {},
  { id: 7, event: 'output:delta', data: '{"content":"Grüße 😀"}' },
  { event: 'plain', data: 'one\ntwo' },
  { data: '' },
];

it('parses every kind of line, and drops an incomplete block', async () => {
  expect(await blocksOf([new TextEncoder().encode(text)])).toEqual(blocks);
});

it('parses the same wherever the network splits the bytes', async () => {
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size < 12; size += 1) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    expect(await blocksOf(pieces)).toEqual(blocks);
  }
});

it('yields a block that ends in carriage returns before the next bytes arrive', async () => {
  expect(await blocksOf([new TextEncoder().encode('id: 1\rdata: last\r\r')])).toEqual([{ id: 1, data: 'last' }]);
});
