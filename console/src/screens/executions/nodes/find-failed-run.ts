import type { ExecutionError, NodeRun } from '@portico/shared-types/api/executions';
import { isWithin, partsOf } from '../../../data/node-paths.ts';

/**
 * The run that caused an error. The error names a node of the workflow itself; if that is a loop or a workflow call,
 * the cause is the failed node inside whose message it passes on (`Item 3: …`).
 */
export function findFailedRun(error: ExecutionError, runs: readonly NodeRun[]): NodeRun | undefined {
  const { node_id: nodeId, message } = error;
  if (nodeId === null) return undefined;
  const failed = runs.filter((run) => run.status === 'failed' && isWithin(run.node_id, nodeId));
  const passedOn = failed.filter((run) => run.error !== null && message.endsWith(run.error.message));
  let cause: NodeRun | undefined;
  for (const run of passedOn) {
    // The last one of those that are equally deep: an earlier one was tried again.
    if (cause === undefined || partsOf(run.node_id).length >= partsOf(cause.node_id).length) cause = run;
  }
  return cause ?? failed.findLast((run) => run.node_id === nodeId);
}
