import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue, shareOf } from './fair-queue.ts';

/** Work that the test ends. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await sleep(0);
  };
  return { begun, work, end };
}

test('a group that floods the queue gets its share, and the others get their turns immediately', async () => {
  const enter = createFairQueue({ slots: 4, share: 3 });
  const { begun, work, end } = createWork();
  const all = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'].map(async (name) => enter('noisy', work(name)));
  await sleep(0);
  expect(begun).toEqual(['n1', 'n2', 'n3']);
  const quiet = enter('quiet', work('q1'));
  await sleep(0);
  expect(begun.at(-1)).toBe('q1');
  const second = enter('quiet', work('q2'));
  const third = enter('third', work('t1'));
  await end('n1');
  // The group with the least running work comes first.
  expect(begun.at(-1)).toBe('t1');
  await end('n2');
  expect(begun.at(-1)).toBe('n4');
  for (const name of ['q1', 't1', 'n3', 'n4', 'q2', 'n5', 'n6']) await end(name);
  expect(await Promise.all([...all, quiet, second, third])).toEqual([
    'n1',
    'n2',
    'n3',
    'n4',
    'n5',
    'n6',
    'q1',
    'q2',
    't1',
  ]);
});

test('aborted work leaves the queue, and failed work frees its place', async () => {
  const enter = createFairQueue({ slots: 1, share: 1 });
  const { begun, work, end } = createWork();
  const first = enter('a', work('first'));
  const stop = new AbortController();
  const aborted = enter('a', work('aborted'), stop.signal);
  const failure = enter('b', async () => Promise.reject(new Error('no'))).catch((error: unknown) => error);
  const last = enter('a', work('last'));
  stop.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  await end('first');
  expect(await failure).toEqual(new Error('no'));
  await sleep(0);
  expect(begun).toEqual(['first', 'last']);
  await end('last');
  expect(await Promise.all([first, last])).toEqual(['first', 'last']);
});

test('a share leaves something for others, and is never zero', () => {
  expect([1, 2, 4, 8].map(shareOf)).toEqual([1, 1, 3, 6]);
});
