import type { Execution } from '@portico/shared-types';
import { contentBytes, prepareAnnouncement, type PreparedAnnouncement } from '../webhooks/index.ts';
import type { ClaimedExecution, ExecutionChange, ProgressBatch } from './runner/state/records.ts';

/** The webhook events of a batch (docs/reference/webhooks.md#events); the write adds completed_at and duration_ms. */
export function announceProgress(
  execution: ClaimedExecution,
  { events, change }: ProgressBatch,
): PreparedAnnouncement[] {
  const announcements: PreparedAnnouncement[] = [];
  if (events.some(({ event }) => event === 'execution:started')) {
    announcements.push(prepareAnnouncement('execution.started', describe(execution, { status: 'running' })));
  }
  if (change.kind === 'end')
    announcements.push(prepareAnnouncement(`execution.${change.status}`, describe(execution, change)));
  if (change.kind === 'suspend' && change.status === 'waiting') {
    announcements.push(prepareAnnouncement('execution.waiting', describe(execution, change)));
  }
  return announcements;
}

/** The execution as returned by its GET. */
function describe(
  claimed: ClaimedExecution,
  change: Pick<Extract<ExecutionChange, { status: string }>, 'status'> & {
    outputs?: string | null;
    error?: string | null;
  },
): Omit<Execution, 'completed_at' | 'duration_ms' | 'outputs' | 'error'> & { outputs: unknown; error: unknown } {
  const { id, workflow_id, workflow_name, workflow_version, trigger_id, retry_of, inputs } = claimed;
  return {
    id,
    workflow_id,
    workflow_name,
    workflow_version,
    trigger_id,
    retry_of,
    status: change.status,
    inputs,
    outputs: readShort(change.outputs),
    error: readShort(change.error),
    created_at: claimed.created_at,
    started_at: claimed.started_at,
    cancelled_at: null,
  };
}

/** JSON that is too long for an event stays text, which is then left out. */
function readShort(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return null;
  return text.length > contentBytes ? text : JSON.parse(text);
}
