import { expect, test } from 'vitest';
import { OutputMemory } from './output-memory.ts';

/** Whether it resolves before everything else that is due. */
async function isReady(ready: Promise<void>): Promise<boolean> {
  const later = new Promise<false>((resolve) => {
    setImmediate(() => resolve(false));
  });
  return Promise.race([ready.then(() => true), later]);
}

test('while the executions take too much, only the oldest begins more nodes, then the next', async () => {
  const memory = new OutputMemory(100, 0);
  const [first, second, third] = [memory.enter('a', 60), memory.enter('b', 50), memory.enter('c', 1)];
  expect(await isReady(memory.ready(first))).toBe(true);
  const waits = [memory.ready(second), memory.ready(third)] as const;
  expect(await Promise.all(waits.map(isReady))).toEqual([false, false]);
  memory.leave(first);
  expect(await Promise.all(waits.map(isReady))).toEqual([true, true]);
});

test('one workspace leaves a quarter to the others, and its oldest execution continues', async () => {
  const memory = new OutputMemory(100, 0);
  const other = memory.enter('b', 1);
  const [first, second] = [memory.enter('a', 50), memory.enter('a', 40)];
  expect(await isReady(memory.ready(first))).toBe(true);
  expect(await isReady(memory.ready(other))).toBe(true);
  expect(await isReady(memory.ready(second))).toBe(false);
});

test('small executions never wait, and are never refused', async () => {
  const memory = new OutputMemory(100, 5);
  memory.enter('a', 400);
  const small = memory.enter('b', 0);
  expect(memory.grow(small, 5)).toBe(true);
  expect(await isReady(memory.ready(small))).toBe(true);
  expect(memory.grow(small, 1)).toBe(false);
});

test('nodes that have begun are refused what would be far too much, except for the oldest execution', () => {
  const memory = new OutputMemory(100, 0);
  const [first, second] = [memory.enter('a', 0), memory.enter('b', 0)];
  expect(memory.grow(second, 400)).toBe(true);
  expect(memory.grow(first, 10)).toBe(false);
  memory.leave(second);
  expect(memory.grow(first, 400)).toBe(true);
  expect(memory.grow(first, 400)).toBe(true);
});

test('an execution that has left waits for nothing', async () => {
  const memory = new OutputMemory(100, 0);
  memory.enter('a', 400);
  const second = memory.enter('b', 10);
  const wait = memory.ready(second);
  expect(await isReady(wait)).toBe(false);
  memory.leave(second);
  expect(await isReady(wait)).toBe(true);
});
