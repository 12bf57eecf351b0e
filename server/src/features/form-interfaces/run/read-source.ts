import { setTimeout as wait } from 'node:timers/promises';
import type { FieldCode } from '@portico/shared-types';
import { ApiError } from '../../../platform/errors.ts';
import { ExtractionError, extractText, extractUrl, FetchError, fileCode } from '../../../platform/extract/index.ts';
import { maxDataLength } from '../../../platform/measure-json.ts';
import { OutboundError, type OutboundErrorCode } from '../../../platform/outbound/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireFile } from '../../files/index.ts';
import type { ReadSource, SourceRow, SubmissionRow } from '../submission/submissions.sql.ts';

/** The text of a source becomes an input of a workflow, which has this limit. */
const maxLength = maxDataLength;

/** Pauses before an address that failed temporarily is fetched again. */
const retryMs = [1_000, 4_000];

/** Reads a file or an address of a submission; an image's text is empty. */
export async function readSource(
  platform: Platform,
  row: SubmissionRow,
  source: SourceRow,
  signal: AbortSignal,
): Promise<ReadSource> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const read = await extract(platform, row, source, signal);
      return { text: read.text, pageStarts: read.page_starts, fault: null, faultCode: null };
    } catch (error) {
      const pause = retryMs[attempt];
      if (error instanceof FetchError && error.retryable && pause !== undefined) {
        await wait(pause, undefined, { signal });
        continue;
      }
      const fault = explain(error);
      if (fault === undefined) throw error;
      return { text: '', pageStarts: [], ...fault };
    }
  }
}

/** Undefined for an error that isn't a fault of the source itself: it is retried. */
function explain(error: unknown): { fault: string; faultCode: FieldCode } | undefined {
  if (error instanceof FetchError) return { fault: error.message, faultCode: addressCode(error) };
  if (error instanceof ExtractionError) return { fault: error.message, faultCode: fileCode(error) };
  if (!(error instanceof ApiError) || error.status !== 404) return undefined;
  return { fault: 'The file is no longer there.', faultCode: 'file_not_found' };
}

const addressCodes: Partial<Record<OutboundErrorCode, FieldCode>> = {
  invalid_url: 'invalid_url',
  scheme_refused: 'invalid_url',
  credentials_refused: 'url_refused',
  address_refused: 'url_refused',
  too_large: 'file_too_complex',
};

function addressCode({ cause }: FetchError): FieldCode {
  return (cause instanceof OutboundError ? addressCodes[cause.code] : undefined) ?? 'url_unreachable';
}

async function extract(
  platform: Platform,
  { workspace_id: workspaceId, extraction_mode: mode }: SubmissionRow,
  source: SourceRow,
  signal: AbortSignal,
): Promise<{ text: string; page_starts: number[] }> {
  if (source.url !== null) return extractUrl(platform.outbound, source.url, { workspaceId, mode, maxLength, signal });
  const file = await requireFile(platform, workspaceId, source.file_id ?? '');
  // An image is sent to the model as an image; it has no text to search.
  if (file.mime_type.startsWith('image/')) return { text: '', page_starts: [] };
  return platform.storage.withLocalFile(
    file.storage_key,
    async (path) => extractText({ path }, { workspaceId, fileName: file.file_name, mode, maxLength, signal }),
    signal,
  );
}
