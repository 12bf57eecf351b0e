import type { Draft, DraftEdge } from './draft.ts';
import { listLayers, type Item, type Layers, type Size } from './layers.ts';
import { orderNodes } from './order.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  /** The top left corner of each node. */
  readonly nodes: ReadonlyMap<string, Point>;
  /** The points through which an edge passes between other nodes, by its index. */
  readonly bends: ReadonlyMap<number, readonly Point[]>;
}

/** CSS pixels between neighbours, and between rows. */
const gap = { x: 32, y: 56 } as const;
/** Passes over all rows. Each takes time proportional to the size of the definition. */
const passes = 6;

/**
 * Places the nodes in rows from top to bottom: each below all nodes before it, in an order with few crossings, as
 * close to its neighbours as possible. It takes time proportional to the nodes and edges, which can be 1,000 and
 * 10,000; the network simplex of dagre does not. `portOf` is the horizontal start of an edge, from the centre of its node.
 */
export function layoutNodes(draft: Draft, sizeOf: (id: string) => Size, portOf: (edge: DraftEdge) => number): Layout {
  const linked = new Set(draft.edges.flatMap(({ from, to }) => [from, to]));
  const ids = orderNodes(draft).ids;
  const layers = listLayers(
    draft,
    ids.filter((id) => linked.has(id)),
    sizeOf,
    portOf,
  );
  sortLayers(layers);
  placeItems(layers);
  const nodes = new Map<string, Point>();
  const bends = new Map<number, Point[]>();
  let y = 0;
  for (const layer of layers.rows) {
    const height = Math.max(...layer.map((item) => item.height));
    for (const item of layer) {
      if (item.id !== null) nodes.set(item.id, { x: item.x - item.width / 2, y });
      if (item.edge !== null) bends.set(item.edge, [...(bends.get(item.edge) ?? []), { x: item.x, y: y + height / 2 }]);
    }
    y += height + gap.y;
  }
  placeLoose(
    ids.filter((id) => !linked.has(id)),
    sizeOf,
    nodes,
    y,
  );
  return { nodes, bends };
}

/** Sorts each row by the mean place of the neighbours in the row above, then in the row below, and so on. */
function sortLayers({ rows }: Layers): void {
  const number = (row: readonly Item[]) => row.forEach((item, at) => void (item.place = at));
  rows.forEach(number);
  for (let pass = 0; pass < passes; pass += 1) {
    const isDown = pass % 2 === 0;
    for (const row of isDown ? rows : rows.toReversed()) {
      const wanted = new Map(row.map((item) => [item, meanPlace(item, isDown)]));
      row.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      number(row);
    }
  }
}

function meanPlace(item: Item, isDown: boolean): number {
  const places = isDown
    ? item.above.map(({ item: source, port }) => source.place + port / (source.width + 1))
    : item.below.map(({ item: target }) => target.place);
  return places.length === 0 ? item.place : mean(places);
}

/** Moves items towards their neighbours without changing their order. */
function placeItems({ rows }: Layers): void {
  for (const row of rows) {
    let x = 0;
    for (const item of row) {
      item.x = x + item.width / 2;
      x += item.width + gap.x;
    }
  }
  for (let pass = 0; pass < passes; pass += 1) {
    const isDown = pass % 2 === 0;
    for (const row of isDown ? rows : rows.toReversed()) spread(row, (item) => wantedX(item, isDown));
  }
}

function wantedX(item: Item, isDown: boolean): number {
  const wanted = isDown
    ? item.above.map(({ item: source, port }) => source.x + port)
    : item.below.map(({ item: target, port }) => target.x - port);
  return wanted.length === 0 ? item.x : mean(wanted);
}

/**
 * The places nearest to the wanted ones (by least squares) that keep order and distances: without the distances, this
 * is isotonic regression, solved by pooling neighbours that are in the wrong order.
 */
function spread(row: readonly Item[], wanted: (item: Item) => number): void {
  const pools: { sum: number; count: number }[] = [];
  const offsets: number[] = [];
  let offset = 0;
  row.forEach((item, at) => {
    const before = row[at - 1];
    offset += before === undefined ? 0 : (before.width + item.width) / 2 + gap.x;
    offsets.push(offset);
    let pool = { sum: wanted(item) - offset, count: 1 };
    for (let last = pools.at(-1); last !== undefined; last = pools.at(-1)) {
      if (last.sum / last.count <= pool.sum / pool.count) break;
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  });
  const places = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  row.forEach((item, at) => void (item.x = (places[at] ?? 0) + (offsets[at] ?? 0)));
}

/** Nodes without edges are in a grid below the others. */
function placeLoose(
  ids: readonly string[],
  sizeOf: (id: string) => Size,
  nodes: Map<string, Point>,
  top: number,
): void {
  const columns = Math.ceil(Math.sqrt(ids.length));
  const start = nodes.size === 0 ? 0 : Math.min(...Array.from(nodes.values(), ({ x }) => x));
  const width = Math.max(0, ...ids.map((id) => sizeOf(id).width)) + gap.x;
  const height = Math.max(0, ...ids.map((id) => sizeOf(id).height)) + gap.y / 2;
  ids.forEach((id, at) => {
    nodes.set(id, { x: start + (at % columns) * width, y: top + Math.floor(at / columns) * height });
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
