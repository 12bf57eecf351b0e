import type { NodeRunStatus } from '@portico/shared-types/api/executions';

/** The statuses by which runs are summed up, the most urgent one first. */
export const urgency: readonly NodeRunStatus[] = ['failed', 'waiting', 'running', 'cancelled', 'completed', 'skipped'];

/** The parts of a node's path: `each[2].fetch` has the parts `each`, `[2]` and `fetch`. */
export function partsOf(path: string): string[] {
  return path.split(/\.|(?=\[)/);
}

/** True if the node is the other one, or ran inside of it. */
export function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);
}

/** The path without the numbers of items: `each.fetch` for `each[2].fetch`. */
export function withoutItems(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '');
}
