import { expect, test } from 'vitest';
import type { Draft, DraftEdge } from './draft.ts';
import { layoutNodes } from './layout.ts';

const size = { width: 240, height: 64 };

function draftOf(ids: readonly string[], edges: readonly DraftEdge[]): Draft {
  return { nodes: ids.map((id) => ({ id, type: 'template', config: {} })), edges, outputs: {} };
}

/** Rows of ten nodes, each connected to three of the next row. */
function mesh(count: number): Draft {
  const ids = Array.from({ length: count }, (_, at) => `n${at}`);
  const edges = ids.flatMap((from, at) =>
    [10, 13, 17].flatMap((step) => (at + step < count ? [{ from, to: `n${at + step}` }] : [])),
  );
  return draftOf(ids, edges);
}

const layout = (draft: Draft) =>
  layoutNodes(
    draft,
    () => size,
    (edge) => (edge.on === 'false' ? 60 : edge.on === 'true' ? -60 : 0),
  );

function findOverlaps(draft: Draft): string[] {
  const placed = [...layout(draft).nodes];
  return placed.flatMap(([a, first], at) =>
    placed.slice(at + 1).flatMap(([b, second]) => {
      const isApart = Math.abs(first.x - second.x) >= size.width || Math.abs(first.y - second.y) >= size.height;
      return isApart ? [] : [`${a} ${b}`];
    }),
  );
}

test('a node is below those before it, and branches are in their order beside each other', () => {
  const { nodes, bends } = layout(
    draftOf(
      ['check', 'no', 'yes', 'end'],
      [
        { from: 'check', to: 'no', on: 'false' },
        { from: 'check', to: 'yes', on: 'true' },
        { from: 'yes', to: 'end' },
        { from: 'no', to: 'end' },
        { from: 'check', to: 'end' },
      ],
    ),
  );
  const at = (id: string) => nodes.get(id) ?? { x: Number.NaN, y: Number.NaN };
  expect(at('yes').x).toBeLessThan(at('no').x);
  expect(at('check').y).toBeLessThan(at('yes').y);
  expect(at('yes').y).toBe(at('no').y);
  expect(at('end').y).toBeGreaterThan(at('no').y);
  // The edge that skips a row passes between the nodes of that row or beside them.
  const [bend] = bends.get(4) ?? [];
  expect(bend).toBeDefined();
  for (const id of ['yes', 'no']) {
    const isBeside = (bend?.x ?? 0) < at(id).x || (bend?.x ?? 0) > at(id).x + size.width;
    expect(isBeside, id).toBe(true);
  }
});

test('200 nodes do not overlap; nodes without edges and cycles are placed, too', () => {
  expect(findOverlaps(mesh(200))).toEqual([]);
  const cyclic = draftOf(
    ['a', 'b', 'c', 'alone', 'apart'],
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
      { from: 'b', to: 'c' },
      { from: 'missing', to: 'c' },
    ],
  );
  expect(layout(cyclic).nodes.size).toBe(5);
  expect(findOverlaps(cyclic)).toEqual([]);
  expect(layout(draftOf([], [])).nodes.size).toBe(0);
});

// With a layout whose time grows faster than the definition, this test would exceed its time limit.
test('the largest definition is placed', () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => `n${at}`);
  const dense = ids.flatMap((from, at) => ids.slice(at + 1, at + 11).map((to) => ({ from, to })));
  expect(layout(draftOf(ids, dense)).nodes.size).toBe(1_000);
  expect(layout(mesh(1_000)).bends.size).toBeGreaterThan(0);
});
