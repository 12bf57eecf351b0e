import type { NodeRun, NodeRunStatus } from '@portico/shared-types/api/executions';
import { urgency, withoutItems } from '../../../data/node-paths.ts';
import type { LoopPath } from '../graph/draft.ts';

export interface NodeTrace {
  readonly status: NodeRunStatus;
  /** The last attempt; in a loop, that of the first failed item, else of the last one. */
  readonly run: NodeRun;
  /** In a loop: how many items have settled, and how many have started. */
  readonly settled: number;
  readonly started: number;
  /** The text that the node is writing. */
  readonly text: string | undefined;
}

/** The results of a run, by the node ids of the shown definition. */
export type Trace = ReadonlyMap<string, NodeTrace>;

const settledStatuses: ReadonlySet<NodeRunStatus> = new Set(['completed', 'failed', 'skipped', 'cancelled']);

/** Sums up the runs of the nodes at a path: a loop's body has run once for each item, as `each[2].fetch`. */
export function toTrace(runs: readonly NodeRun[], path: LoopPath, texts: ReadonlyMap<string, string>): Trace {
  const last = new Map<string, NodeRun>();
  // A later attempt replaces an earlier one.
  for (const run of runs) last.set(run.node_id, run);
  const byNode = new Map<string, NodeRun[]>();
  for (const run of last.values()) {
    const id = nodeAt(run.node_id, path);
    if (id === undefined) continue;
    const found = byNode.get(id);
    if (found === undefined) byNode.set(id, [run]);
    else found.push(run);
  }
  return new Map(Array.from(byNode, ([id, items]) => [id, sumUp(items, texts)]));
}

/** The id of a node without the loops around it; undefined if it is somewhere else. */
function nodeAt(nodeId: string, path: LoopPath): string | undefined {
  const steps = withoutItems(nodeId).split('.');
  const id = steps.pop();
  if (id === undefined || steps.length !== path.length) return undefined;
  return steps.every((step, at) => step === path[at]) ? id : undefined;
}

function sumUp(items: readonly NodeRun[], texts: ReadonlyMap<string, string>): NodeTrace {
  const status = urgency.find((each) => items.some((run) => run.status === each)) ?? 'running';
  const run = items.find((each) => each.status === status);
  const [first] = items;
  const shown = status === 'failed' ? run : (items.findLast((each) => each.status === status) ?? run);
  if (first === undefined) throw new Error('a node without runs');
  return {
    status,
    run: shown ?? first,
    settled: items.filter((each) => settledStatuses.has(each.status)).length,
    started: items.length,
    text: items.map((each) => texts.get(each.node_id)).findLast((text) => text !== undefined),
  };
}
