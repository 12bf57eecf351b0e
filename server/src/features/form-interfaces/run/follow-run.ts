import { parseEvent, type EventRecord, type NewEvent } from '../../../platform/event-log.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { completeSubmission, failSubmission } from '../submission/end-submission.ts';
import { explainFailure } from './explain-failure.ts';
import { openExecution } from './open-execution.ts';
import { openReply } from './open-reply.ts';
import { followTo, type SubmissionRow } from '../submission/submissions.sql.ts';
import type { Sql } from '../../../platform/database.ts';
import { findNewestEvent } from './submission-events.sql.ts';

/** The part of the run that a submission's readers have seen, so that nothing is shown twice. */
interface Shown {
  /** False for a restart of an output that nobody has seen, and for repeated progress. */
  isNews(event: NewEvent): boolean;
  take(event: NewEvent): void;
}

/** The effect of a run's event on its submission. */
export type Step =
  | { readonly kind: 'show'; readonly event: NewEvent }
  /** The output starts again from its beginning: earlier text no longer counts. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'completed'; readonly output: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** A run as its submission follows it: its events, and the effect of each. */
export interface Run {
  events(after: number, signal: AbortSignal): AsyncIterable<EventRecord>;
  read(event: string, data: unknown): Step | undefined;
}

/**
 * Passes on the events in the run of a submission up to its end; requests the agent's reply if there is none yet. Each
 * event is passed on and recorded in one step, so that none is repeated when another process follows. Throws the
 * signal's reason, and errors that aren't failures of the run.
 */
export async function followRun(platform: ThreadsPlatform, row: SubmissionRow, signal: AbortSignal): Promise<void> {
  try {
    await follow(platform, row, signal);
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    const failure = explainFailure(error);
    if (failure === undefined) throw error;
    await failSubmission(platform, row.id, failure);
  }
}

const restarted: NewEvent = { event: 'output:restarted', data: {} };

async function follow(platform: ThreadsPlatform, row: SubmissionRow, signal: AbortSignal): Promise<void> {
  const run = row.thread_id === null ? await openExecution(platform, row) : await openReply(platform, row);
  const shown = await recallShown(platform.database.sql, row.id);
  for await (const record of run.events(row.followed, signal)) {
    if (record.id <= row.followed) continue;
    const step = run.read(record.event, parseEvent(record));
    if (step === undefined) continue;
    if (step.kind === 'completed') return completeSubmission(platform, row.id, step.output);
    if (step.kind === 'failed') {
      await failSubmission(platform, row.id, { code: step.code, message: step.message });
      return;
    }
    const event = step.kind === 'restarted' ? restarted : step.event;
    if (!shown.isNews(event)) continue;
    const isMine = await platform.database.transaction(async (tx) => {
      if (!(await followTo(tx, row.id, record.id))) return false;
      await platform.events.append(tx, row.id, [event]);
      return true;
    });
    if (!isMine) throw new LeaseLost();
    shown.take(event);
  }
  if (signal.aborted) return;
  await failSubmission(platform, row.id, { code: 'execution_failed', message: 'The run disappeared before it ended.' });
}

/** Restored from the submission's own events, because another process may have followed the run before. */
async function recallShown(sql: Sql, id: string): Promise<Shown> {
  const text = await findNewestEvent(sql, id, ['output:delta', 'output:restarted']);
  const running = await findNewestEvent(sql, id, ['submission:running']);
  let isWritten = text?.event === 'output:delta';
  let progress = running === undefined ? '' : writeProgress(parseEvent(running));
  return {
    isNews: ({ event, data }) => {
      if (event === 'output:restarted') return isWritten;
      return event !== 'submission:running' || writeProgress(data) !== progress;
    },
    take: ({ event, data }) => {
      if (event === 'output:restarted') isWritten = false;
      if (event === 'output:delta') isWritten = true;
      if (event === 'submission:running') progress = writeProgress(data);
    },
  };
}

function writeProgress({ progress, current_node: node }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([progress, node]);
}
