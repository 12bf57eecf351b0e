import type { Draft, DraftEdge } from './draft.ts';

export interface Order {
  /** Every node id; those before others come first. Nodes of a cycle are last, in the order of the definition. */
  readonly ids: readonly string[];
  /** The nodes that are part of a cycle, or after one. */
  readonly cyclic: ReadonlySet<string>;
}

/** Sorts the nodes so that every edge leads forward. Nodes at the same place keep the order of the definition. */
export function orderNodes({ nodes, edges }: Draft): Order {
  const known = new Set(nodes.map(({ id }) => id));
  const next = groupBy(edges, known);
  const missing = new Map([...known].map((id) => [id, 0]));
  for (const targets of next.values()) for (const to of targets) missing.set(to, (missing.get(to) ?? 0) + 1);
  const ids = [...known].filter((id) => missing.get(id) === 0);
  // The list grows while it is read.
  for (const id of ids) {
    for (const to of next.get(id) ?? []) {
      const left = (missing.get(to) ?? 0) - 1;
      missing.set(to, left);
      if (left === 0) ids.push(to);
    }
  }
  const placed = new Set(ids);
  const cyclic = [...known].filter((id) => !placed.has(id));
  return { ids: [...ids, ...cyclic], cyclic: new Set(cyclic) };
}

/** The nodes from which a node can be reached, the nearest first. */
export function listAncestors({ nodes, edges }: Draft, id: string): string[] {
  const known = new Set(nodes.map((node) => node.id));
  const reversed = edges.map(({ from, to }) => ({ from: to, to: from }));
  return reach(groupBy(reversed, known), id);
}

/** True if an edge between these nodes would make a cycle. */
export function makesCycle({ nodes, edges }: Draft, from: string, to: string): boolean {
  if (from === to) return true;
  const known = new Set(nodes.map((node) => node.id));
  return reach(groupBy(edges, known), to).includes(from);
}

function reach(next: ReadonlyMap<string, readonly string[]>, start: string): string[] {
  const seen = new Set([start]);
  for (const id of seen) for (const to of next.get(id) ?? []) seen.add(to);
  return [...seen].slice(1);
}

/** The targets of each node; edges to unknown nodes are left out. */
function groupBy(edges: readonly DraftEdge[], known: ReadonlySet<string>): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (!known.has(from) || !known.has(to)) continue;
    const targets = next.get(from);
    if (targets === undefined) next.set(from, [to]);
    else targets.push(to);
  }
  return next;
}
