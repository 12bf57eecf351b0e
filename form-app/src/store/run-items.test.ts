import { expect, test } from 'vitest';
import { advanceItems, type RunItem } from './run-items.ts';

const items: RunItem[] = ['a.pdf', 'b.pdf'].map((name) => ({ id: name, kind: 'file', name, state: 'waiting' }));
const states = (list: readonly RunItem[]) => list.map((item) => item.state);

test('an event that counts its own item ends it', () => {
  const first = advanceItems(items, 'a.pdf', 1);
  expect(states(first)).toEqual(['read', 'waiting']);
  expect(states(advanceItems(first, 'b.pdf', 2))).toEqual(['read', 'read']);
});

test('an event that does not begins it, and the next item ends the one before', () => {
  const first = advanceItems(items, 'a.pdf', 0);
  expect(states(first)).toEqual(['reading', 'waiting']);
  expect(states(advanceItems(first, 'b.pdf', 1))).toEqual(['read', 'reading']);
});

test('of two files of one name the first that waits is meant', () => {
  const twins = items.map((item) => ({ ...item, name: 'a.pdf' }));
  expect(states(advanceItems(advanceItems(twins, 'a.pdf', 1), 'a.pdf', 2))).toEqual(['read', 'read']);
});
