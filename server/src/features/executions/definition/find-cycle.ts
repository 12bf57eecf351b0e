import type { Edge } from '@portico/shared-types';

/** The nodes of one cycle in order, or null if there is none. */
export function findCycle(edges: readonly Edge[]): string[] | null {
  const next = Map.groupBy(edges, (edge) => edge.from);
  const done = new Set<string>();
  for (const start of next.keys()) {
    const cycle = walk(start, next, done);
    if (cycle) return cycle;
  }
  return null;
}

// Iterative: a chain of a thousand nodes must not need a thousand stack frames.
function walk(start: string, next: ReadonlyMap<string, Edge[]>, done: Set<string>): string[] | null {
  if (done.has(start)) return null;
  const path: { id: string; edge: number }[] = [{ id: start, edge: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const edge = next.get(top.id)?.[top.edge];
    top.edge += 1;
    if (!edge) {
      done.add(top.id);
      onPath.delete(top.id);
      path.pop();
    } else if (onPath.has(edge.to)) {
      return path.slice(path.findIndex((step) => step.id === edge.to)).map((step) => step.id);
    } else if (!done.has(edge.to)) {
      path.push({ id: edge.to, edge: 0 });
      onPath.add(edge.to);
    }
  }
  return null;
}
