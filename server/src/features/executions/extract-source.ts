import { basename } from 'node:path';
import { extractText } from '../../platform/extract/index.ts';
import { maxDataLength } from '../../platform/measure-json.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireFile } from '../files/index.ts';
import type { ExtractedText, ExtractRequest } from './nodes/node-context.ts';

/** Reads the text of a workspace's file, or of a page fetched through the outbound client. */
export async function extractSource(
  platform: Platform,
  request: ExtractRequest,
  signal: AbortSignal,
): Promise<ExtractedText> {
  const read = await ('fileId' in request ? readFile(platform, request, signal) : readPage(platform, request, signal));
  return { text: read.text, name: read.name, mime_type: read.mime_type };
}

async function readFile(
  platform: Platform,
  { workspaceId, fileId, mode }: ExtractRequest & { fileId: string },
  signal: AbortSignal,
) {
  const file = await requireFile(platform, workspaceId, fileId);
  return platform.storage.withLocalFile(
    file.storage_key,
    async (path) =>
      extractText({ path }, { workspaceId, fileName: file.file_name, mode, maxLength: maxDataLength, signal }),
    signal,
  );
}

async function readPage(
  platform: Platform,
  { workspaceId, url, mode }: ExtractRequest & { url: string },
  signal: AbortSignal,
) {
  const answer = await platform.outbound.request(url, { signal });
  if (answer.status < 200 || answer.status > 299) throw new PageError(answer.status);
  const contentType = answer.headers['content-type'];
  return extractText(
    { bytes: answer.body },
    {
      workspaceId,
      fileName: basename(new URL(answer.url).pathname),
      mode,
      maxLength: maxDataLength,
      address: answer.url,
      signal,
      ...(contentType === undefined ? {} : { contentType }),
    },
  );
}

/** The page's server rejected the request. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly retryable: boolean;

  constructor(status: number) {
    super(`The server answered ${status}.`);
    this.retryable = status >= 500 || status === 429;
  }
}
