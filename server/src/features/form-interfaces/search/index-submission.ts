import { isOutage } from '../../../platform/is-outage.ts';
import { isUnstorable } from '../../../platform/is-unstorable.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ContentItem, forgetContent, indexContent } from '../../knowledge-bases/index.ts';
import { listSources, type SourceRow } from '../submission/submissions.sql.ts';
import { endIndexing, type Indexing, isKnown, postponeIndexing, recordProgress } from './indexing.sql.ts';

/** Seconds before the next attempt; when all attempts are used up, a submission stays as searchable as it is. */
const retrySeconds = [2, 10, 30, 120, 300];

/**
 * Makes a submission searchable, in parallel to its run, which doesn't wait for it. May run twice or die anywhere: it
 * continues after the stored passages. Throws the signal's reason once the lease is lost, and errors that aren't the
 * submission's failure.
 */
export async function indexSubmission(platform: Platform, held: Indexing, signal: AbortSignal): Promise<void> {
  const { sql } = platform.database;
  const { id, workspace_id: workspaceId } = held;
  let { failures } = held;
  try {
    const items = (await listSources(sql, id)).map(toItem);
    await indexContent(platform, { workspaceId, scope: id }, items, signal, async () => {
      failures = 0;
      await recordProgress(sql, held);
    });
    await endIndexing(sql, held);
  } catch (error) {
    signal.throwIfAborted();
    if (isOutage(error) || isUnstorable(error)) throw error;
    const pause = error instanceof ModelError && !error.retryable ? undefined : retrySeconds[failures];
    platform.log.warn({ err: error, submission: id, again_in_s: pause }, 'a submission could not be made searchable');
    await (pause === undefined ? endIndexing(sql, held) : postponeIndexing(sql, held, pause));
  } finally {
    // It may have been erased after its texts were read.
    if (!(await isKnown(sql, id))) await forgetContent(sql, workspaceId, id);
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
