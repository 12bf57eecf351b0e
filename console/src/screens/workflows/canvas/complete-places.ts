import type { Draft } from '../graph/draft.ts';
import type { Size } from '../graph/layers.ts';
import { orderNodes } from '../graph/order.ts';
import type { Places } from './to-flow.ts';

/** CSS pixels between a new node and those around it. */
const gap = 48;

/** Gives a node that was renamed the place of its former id. */
export function followRenamed(places: Places, before: Draft, after: Draft): Places {
  if (places === null || before.nodes.length !== after.nodes.length) return places;
  const ids = new Set(after.nodes.map(({ id }) => id));
  const renamed = before.nodes.flatMap(({ id: from }, at) => {
    const to = after.nodes[at]?.id;
    const place = places[from];
    return to === undefined || place === undefined || ids.has(from) || to in places ? [] : [{ from, to, place }];
  });
  if (renamed.length === 0) return places;
  const gone = new Set(renamed.map(({ from }) => from));
  const kept = Object.entries(places).filter(([id]) => !gone.has(id));
  return Object.fromEntries([...kept, ...renamed.map(({ to, place }) => [to, place] as const)]);
}

/**
 * Places the nodes that the member has not moved, such as new ones: below the node before them, or below all others,
 * beside what is there already. Null while all nodes are arranged automatically.
 */
export function completePlaces(draft: Draft, places: Places, sizeOf: (id: string) => Size): Places {
  if (places === null) return null;
  const ids = orderNodes(draft).ids;
  const found = new Map(ids.flatMap((id) => (places[id] === undefined ? [] : [[id, places[id]] as const])));
  const sourceOf = new Map(draft.edges.map(({ from, to }) => [to, from]));
  for (const id of ids) {
    if (found.has(id)) continue;
    const source = sourceOf.get(id);
    const above = source === undefined ? undefined : found.get(source);
    const rows = [...found].map(([other, { y }]) => y + sizeOf(other).height);
    const left = Math.min(...Array.from(found.values(), ({ x }) => x));
    const y = above === undefined ? Math.max(...rows) + gap : above.y + sizeOf(source ?? '').height + gap;
    const start = above?.x ?? left;
    const { width, height } = sizeOf(id);
    // The ends of what is in the same row, from the left: the first of them that has space beside it is taken.
    const taken = [...found]
      .filter(([other, at]) => at.y < y + height && at.y + sizeOf(other).height > y)
      .map(([other, at]) => ({ from: at.x, to: at.x + sizeOf(other).width }))
      .toSorted((a, b) => a.from - b.from);
    const x = taken.reduce((now, { from, to }) => (now < to && now + width > from ? to + gap / 2 : now), start);
    found.set(id, Number.isFinite(x) && Number.isFinite(y) ? { x, y } : { x: 0, y: 0 });
  }
  return Object.fromEntries(found);
}
