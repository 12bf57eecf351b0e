import type { NodeRunError } from '@portico/shared-types';
import { NodeError } from '../../engine/node-error.ts';
import type { Outputs } from '../../nodes/node-context.ts';
import type { RecordedRun } from '../state/records.ts';

/** How a node ended. */
export type NodeEnd =
  | { status: 'completed'; outputs: Outputs; branch: string | null }
  | { status: 'failed'; error: NodeError }
  | { status: 'skipped' };

/** The end of a node from its recorded run. */
export function recallEnd(run: RecordedRun): NodeEnd {
  if (run.status === 'completed') return { status: 'completed', outputs: run.outputs ?? {}, branch: run.branch };
  if (run.status === 'skipped') return { status: 'skipped' };
  const failed: NodeRunError = run.error ?? { code: 'node_execution_failed', message: 'The node failed.' };
  const { code, message, response } = failed;
  return { status: 'failed', error: new NodeError(code, message, { retryable: false, response }) };
}
