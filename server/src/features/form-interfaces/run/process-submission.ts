import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import type { NewEvent } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';
import { eraseExecution } from '../../executions/index.ts';
import { createThread } from '../../threads/index.ts';
import { eraseDeliveries } from '../../webhooks/index.ts';
import { beginExecution } from './begin-execution.ts';
import { failSubmission } from '../submission/end-submission.ts';
import { explainFailure } from './explain-failure.ts';
import type { FormsPlatform } from '../forms-platform.ts';
import { findSubmissionForm } from '../form/find-submission-form.ts';
import { readSource } from './read-source.ts';
import { announceRun } from './announce-run.ts';
import { claimUnread, type ClaimedSubmission } from '../submission/submissions.claims.sql.ts';
import {
  beginRun,
  findSubmission,
  listSources,
  lockUnbegun,
  type ReadSource,
  type SourceRow,
  storeSource,
  type SubmissionRow,
} from '../submission/submissions.sql.ts';

/** Number of resumes after which a submission counts as unreadable. */
const maxAttempts = 8;

/** No part of the submission can be read; the message is for the visitor. */
class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code = 'content_unreadable';
}

/**
 * Reads all sources of a submission, then starts its run and its index. May run twice or die anywhere: each source is
 * stored once, and the next process continues after it. Unreadable sources are reported and left out; the run continues
 * with the rest (docs/decisions/0009-unreadable-sources.md).
 */
export async function processSubmission(
  platform: FormsPlatform,
  row: ClaimedSubmission,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (row.attempts > maxAttempts) throw new ContentError('The submission could not be read.');
    const sources = await readSources(platform, row, signal);
    refuseUnreadable(sources);
    await startOrFail(platform, row);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ContentError)) throw error;
    await failSubmission(platform, row.id, { code: error.code, message: error.message });
  }
}

/**
 * Claims submissions to be read. Those without files and addresses get the event of their start here, once; of others,
 * each source reports its own start.
 */
export async function takeUnread(platform: Platform, capacity: ClaimCapacity): Promise<ClaimedSubmission[]> {
  return platform.database.transaction(async (tx) => {
    const rows = await claimUnread(tx, capacity);
    for (const row of rows) {
      if (!row.is_first || row.file_ids.length + row.urls.length > 0) continue;
      await platform.events.append(tx, row.id, [{ event: 'submission:processing', data: { done: 0, total: 0 } }]);
    }
    return rows;
  });
}

async function readSources(platform: Platform, row: SubmissionRow, signal: AbortSignal): Promise<SourceRow[]> {
  const { sql } = platform.database;
  const sources = await listSources(sql, row.id);
  const total = row.file_ids.length + row.urls.length;
  let done = sources.filter(({ kind, read_at: readAt }) => kind !== 'message' && readAt !== null).length;
  for (const source of sources) {
    if (source.read_at !== null) continue;
    const item = source.url === null ? { file: source.name ?? '' } : { url: source.url };
    // An event that counts its own item reports the end of it, others report the start.
    const started = { event: 'submission:processing', data: { ...item, done, total } };
    if (!(await appendWhileRead(platform, row.id, started))) break;
    const read = await readSource(platform, row, source, signal);
    done += 1;
    const data = { ...item, done, total, ...describeFault(read) };
    await platform.database.transaction(async (tx) => {
      if (!(await storeSource(tx, row.id, source.place, read))) return;
      await platform.events.append(tx, row.id, [{ event: 'submission:processing', data }]);
    });
  }
  return listSources(sql, row.id);
}

/** Appends to the stream of a submission that is being read; false if it is not, as it may be gone with its stream. */
async function appendWhileRead({ database, events }: Platform, id: string, event: NewEvent): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await lockUnbegun(tx, id))) return false;
    await events.append(tx, id, [event]);
    return true;
  });
}

function describeFault({ fault, faultCode }: ReadSource): object {
  if (fault === null) return {};
  return { error: { code: 'content_unreadable', message: fault, cause: faultCode } };
}

/** Without any of its material the run would only guess. Throws a ContentError. */
function refuseUnreadable(sources: readonly SourceRow[]): void {
  const given = sources.filter(({ kind }) => kind !== 'message');
  if (given.length === 0 || given.some(({ fault }) => fault === null)) return;
  throw new ContentError(given.map(({ name, url, fault }) => `${url ?? name ?? 'file'}: ${fault ?? ''}`).join('\n'));
}

async function startOrFail(platform: FormsPlatform, row: SubmissionRow): Promise<void> {
  try {
    await startRun(platform, row);
  } catch (error) {
    const failure = explainFailure(error);
    if (failure === undefined) throw error;
    await failSubmission(platform, row.id, failure);
  }
}

/** Starts the run of the submission, and shows it as running once it exists. */
async function startRun(platform: FormsPlatform, row: SubmissionRow): Promise<void> {
  const { id, workspace_id: workspaceId, interface_id } = row;
  const form = await findSubmissionForm(platform, row);
  if (form === undefined) return;
  const { agent_id: agentId } = form;
  const executionId = agentId === null ? await beginExecution(platform, id, form) : null;
  if (executionId === undefined) return;
  const begun = await platform.database.transaction(async (tx) => {
    if (!(await lockUnbegun(tx, id))) return false;
    const metadata = { source: 'form_interface', interface_id, submission_id: id };
    const thread =
      agentId === null ? undefined : await createThread(platform, { workspaceId, agentId, metadata, key: id }, tx);
    await beginRun(tx, id, { executionId, threadId: thread?.id ?? null });
    const data = { progress: 0, current_node: null };
    await platform.events.append(tx, id, [{ event: 'submission:running', data }]);
    return true;
  });
  if (!begun) {
    // If the submission was deleted or ended in the meantime, what ran for it must not stay.
    const current = await findSubmission(platform.database.sql, interface_id, id);
    if (executionId !== null && current?.execution_id !== executionId) {
      await eraseExecution(platform, workspaceId, executionId);
      await eraseDeliveries(platform, workspaceId, [executionId]);
    }
    return;
  }
  announceRun(platform, id);
}
