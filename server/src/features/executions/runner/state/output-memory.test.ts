import { expect, test } from 'vitest';
import { OutputMemory } from './output-memory.ts';

const { signal } = new AbortController();

/** Whether it resolves before everything else that is due. */
async function isReady(ready: Promise<void>): Promise<boolean> {
  const later = new Promise<false>((resolve) => {
    setImmediate(() => resolve(false));
  });
  return Promise.race([ready.then(() => true), later]);
}

test('while the executions take too much, only the oldest begins more nodes, then the next', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  const [first, second, third] = [memory.enter('a', 60), memory.enter('b', 50), memory.enter('b', 1)];
  expect(await isReady(memory.ready(first, signal))).toBe(true);
  const waits = [memory.ready(second, signal), memory.ready(third, signal)] as const;
  expect(await Promise.all(waits.map(isReady))).toEqual([false, false]);
  memory.leave(first);
  expect(await Promise.all(waits.map(isReady))).toEqual([true, true]);
});

test('one workspace leaves a quarter to the others, and its oldest execution continues', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  const other = memory.enter('b', 1);
  const [first, second] = [memory.enter('a', 50), memory.enter('a', 40)];
  expect(await isReady(memory.ready(first, signal))).toBe(true);
  expect(await isReady(memory.ready(other, signal))).toBe(true);
  expect(await isReady(memory.ready(second, signal))).toBe(false);
});

test('the first of each other workspace has what one leaves, even if that one has taken too much', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  memory.enter('a', 50);
  const second = memory.enter('a', 40);
  expect([memory.grow(second, 35), memory.grow(second, 1)]).toEqual([true, false]);
  const [other, next] = [memory.enter('b', 20), memory.enter('b', 1)];
  expect(memory.grow(other, 4)).toBe(true);
  expect(await isReady(memory.ready(other, signal))).toBe(true);
  expect(await isReady(memory.ready(next, signal))).toBe(false);
  expect(await isReady(memory.ready(memory.enter('c', 26), signal))).toBe(false);
});

test('an execution that stops waiting is not waited for', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 1 });
  memory.enter('a', 80);
  const [second, third] = [memory.enter('a', 20), memory.enter('a', 20)];
  const leaving = new AbortController();
  const left = memory.ready(second, leaving.signal);
  leaving.abort(new Error('cancelled'));
  await expect(left).rejects.toThrow('cancelled');
  await memory.ready(third, signal);
});

test('small executions never wait, and are never refused', async () => {
  const memory = new OutputMemory({ limit: 100, free: 5, turnMs: 60_000 });
  memory.enter('a', 400);
  const small = memory.enter('b', 0);
  expect(memory.grow(small, 5)).toBe(true);
  expect(await isReady(memory.ready(small, signal))).toBe(true);
  expect(memory.grow(small, 1)).toBe(false);
});

test('nodes that have begun are refused what would be far too much, except for the oldest execution', () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  const [first, second] = [memory.enter('a', 0), memory.enter('b', 0)];
  expect(memory.grow(second, 400)).toBe(true);
  expect(memory.grow(first, 10)).toBe(false);
  memory.leave(second);
  expect(memory.grow(first, 400)).toBe(true);
  expect(memory.grow(first, 400)).toBe(true);
});

test('an execution that has left waits for nothing', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  memory.enter('a', 400);
  const second = memory.enter('a', 10);
  const wait = memory.ready(second, signal);
  expect(await isReady(wait)).toBe(false);
  memory.leave(second);
  expect(await isReady(wait)).toBe(true);
});
