import { expect, test } from 'vitest';
import type { Draft } from '../graph/draft.ts';
import { completePlaces, followRenamed } from './complete-places.ts';

const node = (id: string) => ({ id, type: 'template', config: {} });
const draft: Draft = {
  nodes: ['a', 'b', 'new', 'loose'].map(node),
  edges: [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'new' },
  ],
  outputs: {},
};

test('a new node is below the one before it, beside what is there; others keep their place', () => {
  const places = { a: { x: 500, y: 0 }, b: { x: 480, y: 120 }, gone: { x: 9, y: 9 } };
  expect(completePlaces(draft, places, () => ({ width: 100, height: 60 }))).toEqual({
    a: { x: 500, y: 0 },
    b: { x: 480, y: 120 },
    new: { x: 604, y: 108 },
    loose: { x: 480, y: 228 },
  });
  expect(completePlaces(draft, null, () => ({ width: 1, height: 1 }))).toBeNull();
  expect(completePlaces(draft, {}, () => ({ width: 1, height: 1 }))).toMatchObject({ a: { x: 0, y: 0 } });
});

test('a renamed node keeps its place', () => {
  const places = { a: { x: 500, y: 0 }, b: { x: 480, y: 120 } };
  const renamed = { ...draft, nodes: ['first', 'b', 'new', 'loose'].map(node) };
  expect(followRenamed(places, draft, renamed)).toEqual({ b: places.b, first: places.a });
  expect(followRenamed({ b: places.b, first: places.a }, renamed, draft)).toEqual(places);
  expect(followRenamed(places, draft, draft)).toBe(places);
  expect(followRenamed(places, draft, { ...draft, nodes: draft.nodes.slice(1) })).toBe(places);
  expect(followRenamed(null, draft, renamed)).toBeNull();
});
