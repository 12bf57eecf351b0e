import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ContentItem, forgetContent, indexContent } from '../../knowledge-bases/index.ts';
import type { SubmissionToIndex } from './indexing.jobs.ts';
import {
  beginIndexing,
  endIndexing,
  holdIndexing,
  listSources,
  type SourceRow,
} from '../submission/submissions.sql.ts';

/** Heartbeat interval: a third of the time after which a submission is released. */
const renewEveryMs = 10_000;

/** Seconds before the next attempt; when all attempts are used up, a submission stays as searchable as it is. */
const retrySeconds = [2, 10, 30, 120, 300];
/** Number of starts, including those of processes that died, after which indexing is given up. */
const maxAttempts = 8;

/**
 * Makes a submission searchable, in parallel to its run, which doesn't wait for it. May run twice or die anywhere: it
 * continues after the stored passages.
 */
export async function indexSubmission(
  platform: Platform,
  { submission_id: id, attempt }: SubmissionToIndex,
  stopping: AbortSignal,
): Promise<void> {
  const { sql } = platform.database;
  const row = await beginIndexing(sql, id, attempt);
  if (row === undefined) return;
  if (row.attempts > maxAttempts) {
    platform.log.error({ submission: id }, 'indexing a submission was given up');
    await endIndexing(sql, id, null);
    return;
  }
  const renew = async () => holdIndexing(sql, id);
  await withHeartbeat(platform, renew, async () => index(platform, { ...row, id }, stopping));
}

async function index(
  platform: Platform,
  { id, workspace_id: workspaceId, attempts }: { id: string; workspace_id: string; attempts: number },
  stopping: AbortSignal,
): Promise<void> {
  const { sql } = platform.database;
  try {
    const sources = await listSources(sql, id);
    await indexContent(platform, { workspaceId, scope: id }, sources.map(toItem), stopping);
    // The submission may have been erased after its texts were read.
    if (!(await endIndexing(sql, id, null))) await forgetContent(sql, workspaceId, id);
  } catch (error) {
    if (stopping.aborted) {
      await endIndexing(sql, id, 0);
      return;
    }
    const pause = error instanceof ModelError && !error.retryable ? undefined : retrySeconds[attempts - 1];
    platform.log.warn({ err: error, submission: id, again_in_s: pause }, 'a submission could not be made searchable');
    await endIndexing(sql, id, pause ?? null);
  }
}

function toItem({ kind, name, url, text, page_starts: pageStarts }: SourceRow): ContentItem {
  return {
    kind,
    ...(name === null ? {} : { name }),
    ...(url === null ? {} : { url }),
    text: text ?? '',
    ...(pageStarts === null ? {} : { pageStarts }),
  };
}

/** Runs `work` and renews the lock until it ends. */
async function withHeartbeat(platform: Platform, renew: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => {
    renew().catch((error: unknown) => platform.log.warn({ err: error }, 'a lock was not renewed'));
  }, renewEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
