import { expect, test } from 'vitest';
import { OutputMemory } from './output-memory.ts';

const { signal } = new AbortController();
const nothing = async () => {};

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
  expect(await isReady(memory.run(first, nothing, signal))).toBe(true);
  const waits = [memory.run(second, nothing, signal), memory.run(third, nothing, signal)] as const;
  expect(await Promise.all(waits.map(isReady))).toEqual([false, false]);
  memory.leave(first);
  expect(await Promise.all(waits.map(isReady))).toEqual([true, true]);
});

test('one workspace leaves a quarter to the others, and its oldest execution continues', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  const other = memory.enter('b', 1);
  const [first, second] = [memory.enter('a', 50), memory.enter('a', 40)];
  expect(await isReady(memory.run(first, nothing, signal))).toBe(true);
  expect(await isReady(memory.run(other, nothing, signal))).toBe(true);
  expect(await isReady(memory.run(second, nothing, signal))).toBe(false);
});

test('the first of each other workspace has what one leaves, even if that one has taken too much', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  memory.enter('a', 50);
  const second = memory.enter('a', 40);
  expect([memory.grow(second, 35), memory.grow(second, 1)]).toEqual([true, false]);
  const [other, next] = [memory.enter('b', 20), memory.enter('b', 1)];
  expect(memory.grow(other, 4)).toBe(true);
  expect(await isReady(memory.run(other, nothing, signal))).toBe(true);
  expect(await isReady(memory.run(next, nothing, signal))).toBe(false);
  expect(await isReady(memory.run(memory.enter('c', 26), nothing, signal))).toBe(false);
});

test('an execution that stops waiting is not waited for', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 1 });
  memory.enter('a', 80);
  const [second, third] = [memory.enter('a', 20), memory.enter('a', 20)];
  const leaving = new AbortController();
  const left = memory.run(second, nothing, leaving.signal);
  leaving.abort(new Error('cancelled'));
  await expect(left).rejects.toThrow('cancelled');
  await memory.run(third, nothing, signal);
});

test('small executions never wait, and are never refused', async () => {
  const memory = new OutputMemory({ limit: 100, free: 5, turnMs: 60_000 });
  memory.enter('a', 400);
  const small = memory.enter('b', 0);
  expect(memory.grow(small, 5)).toBe(true);
  expect(await isReady(memory.run(small, nothing, signal))).toBe(true);
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
  const wait = memory.run(second, nothing, signal);
  expect(await isReady(wait)).toBe(false);
  memory.leave(second);
  expect(await isReady(wait)).toBe(true);
});

test('a node that has begun is expected to have outputs as large as those before', async () => {
  const memory = new OutputMemory({ limit: 100, free: 0, turnMs: 60_000 });
  const [first, second, third] = [memory.enter('a', 0), memory.enter('a', 0), memory.enter('a', 0)];
  for (const one of [first, second, third]) memory.grow(one, 20);
  const works = Promise.withResolvers<void>();
  const running = memory.run(second, async () => works.promise, signal);
  const wait = memory.run(third, nothing, signal);
  expect(await isReady(wait)).toBe(false);
  works.resolve();
  await running;
  memory.leave(second);
  expect(await isReady(wait)).toBe(true);
});
