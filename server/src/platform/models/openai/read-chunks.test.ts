import { setTimeout as sleep } from 'node:timers/promises';
import { APIError } from 'openai';
import { expect, test, vi } from 'vitest';
import { ModelError } from '../model-error.ts';
import { readChunks } from './read-chunks.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A response with these chunks, which ends unless it should stay open. */
function answer(pieces: readonly (string | Uint8Array)[], isOpen = false) {
  const cancel = vi.fn<() => void>();
  const waiting = [...pieces];
  const pull = vi.fn<(controller: ReadableStreamDefaultController) => void>((controller) => {
    const piece = waiting.shift();
    if (piece !== undefined) controller.enqueue(typeof piece === 'string' ? bytes(piece) : piece);
    else if (!isOpen) controller.close();
  });
  return { response: new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 })), cancel, pull };
}

async function read(response: Response, timeoutMs = 10_000): Promise<unknown[][]> {
  const seen: unknown[][] = [];
  for await (const chunks of readChunks(response, { timeoutMs })) seen.push(chunks);
  return seen;
}

test('chunks that arrive together are returned together, up to [DONE]', async () => {
  const { response } = answer([
    'data: {"a":1}\n\ndata: {"a":2}\n\n',
    ': a comment\r\n\r\ndata:{"a":3}\r\n\r\n',
    'data: {"a":4}\n\ndata: [DONE]\n\ndata: {"a":5}\n\n',
  ]);
  expect(await read(response)).toEqual([[{ a: 1 }, { a: 2 }], [{ a: 3 }], [{ a: 4 }]]);
});

test('a chunk may be split anywhere, even inside a character', async () => {
  const whole = bytes('data: {"a":"schön"}\n\n');
  for (let at = 1; at < whole.length; at += 1) {
    const { response } = answer([whole.subarray(0, at), whole.subarray(at)]);
    expect(await read(response)).toEqual([[{ a: 'schön' }]]);
  }
});

test.each(['{"a":"', 'data: {"a":"'])('a response that continues %s without end is broken off', async (start) => {
  const { response, cancel } = answer([start, ...Array.from({ length: 40 }, () => 'a'.repeat(1_048_576))], true);
  await expect(read(response)).rejects.toBeInstanceOf(ModelError);
  expect(cancel).toHaveBeenCalled();
});

test('the last event may lack its blank line', async () => {
  for (const end of ['', '\n', '\r\n']) {
    expect(await read(answer([`data: {"a":1}${end}`]).response)).toEqual([[{ a: 1 }]]);
  }
});

test('after [DONE] a response is read to its end, so that its connection is reused', async () => {
  const { response, cancel, pull } = answer(['data: [DONE]\n\n', ': bye\n\n']);
  await read(response);
  await expect.poll(() => pull).toHaveBeenCalledTimes(3);
  expect(cancel).not.toHaveBeenCalled();
});

test('a server that doesn’t end the response loses its connection, without a delay', async () => {
  const { response, cancel } = answer(['data: {"a":1}\n\n', 'data: [DONE]\n\n'], true);
  expect(await read(response)).toEqual([[{ a: 1 }]]);
  expect(cancel).not.toHaveBeenCalled();
  await expect.poll(() => cancel).toHaveBeenCalledOnce();
});

test('leaving early ends the request', async () => {
  const { response, cancel } = answer(['data: {"a":1}\n\n'], true);
  for await (const chunks of readChunks(response, { timeoutMs: 10_000 })) {
    expect(chunks).toEqual([{ a: 1 }]);
    break;
  }
  expect(cancel).toHaveBeenCalledOnce();
});

test('a server that stops responding is given up', async () => {
  const { response, cancel } = answer(['data: {"a":1}\n\n'], true);
  const failure = await read(response, 50).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ModelError);
  expect(failure).toMatchObject({ code: 'model_unreachable' });
  expect(cancel).toHaveBeenCalledOnce();
});

test('a server that sends only signs of life, or reasoning without end, is given up', async () => {
  const cancel = vi.fn<() => void>();
  const pull = async (controller: ReadableStreamDefaultController) => {
    await sleep(1);
    controller.enqueue(bytes(': working\n\ndata: {"choices":[{"delta":{"reasoning_content":"hm "}}]}\n\n'));
  };
  const response = new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
  const reading = (async () => {
    for await (const _ of readChunks(response, { timeoutMs: 10_000, totalMs: 50 }));
  })();
  await expect(reading).rejects.toMatchObject({ code: 'model_bad_answer' });
  expect(cancel).toHaveBeenCalledOnce();
});

test.each([
  ['as an error event', 'event: error\ndata: {"message":"out of memory"}\n\n'],
  ['as a chunk', 'data: {"error":{"message":"out of memory"}}\n\n'],
])('an error inside of the stream is thrown, %s', async (_, text) => {
  const { response, cancel } = answer(['data: {"a":1}\n\n', text], true);
  await expect(read(response)).rejects.toThrow(APIError);
  expect(cancel).toHaveBeenCalledOnce();
});

test('invalid JSON is a SyntaxError', async () => {
  await expect(read(answer(['data: {"a":\n\n']).response)).rejects.toThrow(SyntaxError);
});

test('what arrived together with an error is returned before the error is thrown', async () => {
  const seen: unknown[][] = [];
  const { response } = answer(['data: {"a":1}\n\ndata: {"error":{"message":"out of memory"}}\n\n']);
  const reading = (async () => {
    for await (const chunks of readChunks(response, { timeoutMs: 10_000 })) seen.push(chunks);
  })();
  await expect(reading).rejects.toThrow(APIError);
  expect(seen).toEqual([[{ a: 1 }]]);
});

test('an answer that is not a stream is one chunk', async () => {
  expect(await read(answer([' \n', '{"a":', '1}']).response)).toEqual([[{ a: 1 }]]);
  await expect(read(answer(['{"error":{"message":"out of memory"}}']).response)).rejects.toThrow(APIError);
});

test('a page is a SyntaxError', async () => {
  await expect(read(answer(['<!doctype html>\n', '<p>data: {}</p>']).response)).rejects.toThrow(SyntaxError);
});
