import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shrink } from './delete-in-batches.ts';

test.each([
  ['without a pause after a few rows', 4, true],
  ['with a pause after many', 200, false],
])('something is shrunk %s', async (_, rows, isDone) => {
  const stop = new AbortController();
  const left = [rows];
  let done = false;
  const shrinking = shrink({ stopping: stop.signal }, async () => left.pop() ?? 0).then(() => {
    done = true;
  });
  await nextTurn();
  expect(done).toBe(isDone);
  await shrinking;
  expect(left).toEqual([]);
});

test('shrinking rejects when the server stops', async () => {
  const stop = new AbortController();
  const shrinking = shrink({ stopping: stop.signal }, async () => {
    stop.abort();
    return 1;
  });
  await expect(shrinking).rejects.toThrow('aborted');
});
