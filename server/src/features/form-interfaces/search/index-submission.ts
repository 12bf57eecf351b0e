import { LeaseLost } from '../../../platform/leases/lease.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ContentItem, forgetContent, indexContent } from '../../knowledge-bases/index.ts';
import type { SubmissionToIndex } from './indexing.jobs.ts';
import { beginIndexing, endIndexing, holdIndexing, type Indexing } from './indexing.sql.ts';
import { listSources, type SourceRow } from '../submission/submissions.sql.ts';

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
  const held = { id, attempts: row.attempts };
  if (row.attempts > maxAttempts) {
    platform.log.error({ submission: id }, 'indexing a submission was given up');
    await endIndexing(sql, held, null);
    return;
  }
  const renew = async () => holdIndexing(sql, held);
  await withHeartbeat(platform, renew, async (lost) => {
    await index(platform, { ...held, workspaceId: row.workspace_id }, { stopping, lost });
  });
}

/** `lost` fires if another worker has taken the submission, or if it was deleted: this one stops. */
async function index(
  platform: Platform,
  { workspaceId, ...held }: Indexing & { workspaceId: string },
  { stopping, lost }: { stopping: AbortSignal; lost: AbortSignal },
): Promise<void> {
  const { sql } = platform.database;
  const { id, attempts } = held;
  const end = async (againInSeconds: number | null): Promise<void> => {
    // The submission may have been erased after its texts were read.
    if ((await endIndexing(sql, held, againInSeconds)) === 'gone') await forgetContent(sql, workspaceId, id);
  };
  try {
    const sources = await listSources(sql, id);
    const content = { workspaceId, scope: id };
    await indexContent(platform, content, sources.map(toItem), AbortSignal.any([stopping, lost]));
    await end(null);
  } catch (error) {
    if (stopping.aborted || lost.aborted) {
      await end(0);
      return;
    }
    const pause = error instanceof ModelError && !error.retryable ? undefined : retrySeconds[attempts - 1];
    platform.log.warn({ err: error, submission: id, again_in_s: pause }, 'a submission could not be made searchable');
    await end(pause ?? null);
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

/** Runs `work` and renews the lock until it ends, or until it is lost, which aborts the signal. */
async function withHeartbeat(
  platform: Platform,
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    if (!(await renew())) lost.abort(new LeaseLost());
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => platform.log.warn({ err: error }, 'a lock was not renewed'));
  }, renewEveryMs);
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
