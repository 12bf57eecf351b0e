import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../platform/errors.ts';
import { ExtractionError, extractText, extractUrl, FetchError } from '../../platform/extract/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireFile } from '../files/index.ts';
import type { SourceRow, SubmissionRow } from './submissions.sql.ts';

/** What a visitor submitted and nobody can read; the message is the visitor's to read. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code = 'content_unreadable';
}

/** Pauses before an address that failed for the moment is asked again. */
const retryMs = [1_000, 4_000];

/** The text of a file or an address of a submission; an image's is empty. Throws a ContentError. */
export async function readSource(
  platform: Platform,
  row: SubmissionRow,
  source: SourceRow,
  signal: AbortSignal,
): Promise<{ text: string; pageStarts: readonly number[] }> {
  const label = source.url ?? source.name ?? 'file';
  for (let attempt = 0; ; attempt += 1) {
    try {
      const read = await extract(platform, row, source, signal);
      return { text: read.text.replaceAll('\0', ''), pageStarts: read.page_starts };
    } catch (error) {
      const pause = retryMs[attempt];
      if (error instanceof FetchError && error.retryable && pause !== undefined) {
        await wait(pause, undefined, { signal });
        continue;
      }
      if (error instanceof FetchError || error instanceof ExtractionError) {
        throw new ContentError(`${label}: ${error.message}`, { cause: error });
      }
      if (error instanceof ApiError && error.status === 404) throw new ContentError(`${label}: is no longer there.`);
      throw error;
    }
  }
}

async function extract(
  platform: Platform,
  { workspace_id: workspaceId, extraction_mode: mode }: SubmissionRow,
  source: SourceRow,
  signal: AbortSignal,
): Promise<{ text: string; page_starts: number[] }> {
  if (source.url !== null) return extractUrl(platform.outbound, source.url, { mode, signal });
  const file = await requireFile(platform, workspaceId, source.file_id ?? '');
  // An image goes to the model as an image; there is no text in it to search.
  if (file.mime_type.startsWith('image/')) return { text: '', page_starts: [] };
  const path = await platform.storage.localPath(file.storage_key);
  return extractText({ path }, { fileName: file.file_name, mode, signal });
}
