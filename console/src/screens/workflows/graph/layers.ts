import type { Draft, DraftEdge } from './draft.ts';

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A node in a row, or the place that an edge to a later row takes in this one. */
export interface Item extends Size {
  readonly id: string | null;
  /** The index of the edge that passes here. */
  readonly edge: number | null;
  readonly above: Link[];
  readonly below: Link[];
  /** The position in its row, and the centre in CSS pixels. */
  place: number;
  x: number;
}

interface Link {
  readonly item: Item;
  /** The horizontal start of the edge, from the centre of the upper item. */
  readonly port: number;
}

export interface Layers {
  readonly rows: Item[][];
}

/** Edges over many rows take a place in each. With more places than this, they are drawn straight. */
const maxPlaces = 4_000;
const placeWidth = 24;

/** Puts each node in the row after the last of those before it. `ids` are in the order of `orderNodes`. */
export function listLayers(
  { edges }: Draft,
  ids: readonly string[],
  sizeOf: (id: string) => Size,
  portOf: (edge: DraftEdge) => number,
): Layers {
  const levels = new Map<string, number>();
  const incoming = Map.groupBy(edges, ({ to }) => to);
  for (const id of ids) {
    const before = (incoming.get(id) ?? []).map(({ from }) => levels.get(from) ?? -1);
    levels.set(id, Math.max(-1, ...before) + 1);
  }
  const rows: Item[][] = [];
  const items = new Map<string, Item>();
  const add = (level: number, item: Item) => void (rows[level] ??= []).push(item);
  for (const id of ids) {
    const item = createItem({ id, edge: null, ...sizeOf(id) });
    items.set(id, item);
    add(levels.get(id) ?? 0, item);
  }
  const spans = edges.map(({ from, to }) => (levels.get(to) ?? 0) - (levels.get(from) ?? 0));
  const places = spans.reduce((sum, span) => sum + Math.max(0, span - 1), 0);
  edges.forEach((edge, at) => {
    const source = items.get(edge.from);
    const target = items.get(edge.to);
    const span = spans[at] ?? 0;
    // An edge of a cycle leads back.
    if (source === undefined || target === undefined || span < 1) return;
    let last = { item: source, port: portOf(edge) };
    for (let step = 1; step < span && places <= maxPlaces; step += 1) {
      const place = createItem({ id: null, edge: at, width: placeWidth, height: 0 });
      add((levels.get(edge.from) ?? 0) + step, place);
      link(last, place);
      last = { item: place, port: 0 };
    }
    link(last, target);
  });
  return { rows };
}

function createItem(fields: Pick<Item, 'id' | 'edge' | 'width' | 'height'>): Item {
  return { ...fields, above: [], below: [], place: 0, x: 0 };
}

function link(source: Link, target: Item): void {
  target.above.push(source);
  source.item.below.push({ item: target, port: source.port });
}
