import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extractText, fetchDocument, nameOfAddress, sniffContent } from '../../../platform/extract/index.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import type { Platform } from '../../../platform/platform.ts';
import { commitStored, recordUnused, removeUnused } from '../../../platform/storage/index.ts';
import { crawledType } from './crawled-documents.sql.ts';
import { type ClaimedDocument, keepFetched } from './documents.sql.ts';
import { cutText } from '../../../platform/cut-text.ts';

export interface DocumentText {
  name: string;
  mimeType: string;
  text: string;
  pageStarts: readonly number[];
}

/**
 * The text of a document, from its bytes or its address; `unchanged` if an address still has the same content. Fetched
 * content is stored, so that a worker that takes over divides the same text.
 */
export async function readDocumentText(
  platform: Platform,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<DocumentText | 'unchanged'> {
  if (document.source === 'text') {
    const text = await platform.storage.withLocalFile(requireKey(document), async (path) => readFile(path, 'utf8'));
    return { name: document.name, mimeType: 'text/markdown', text, pageStarts: [] };
  }
  if (document.content_type === crawledType && document.fetched_edition === document.next_edition) {
    const text = await platform.storage.withLocalFile(requireKey(document), async (path) => readFile(path, 'utf8'));
    return { name: document.name, mimeType: document.mime_type ?? 'text/html', text, pageStarts: [] };
  }
  const stored = document.source === 'url' ? await fetchOnce(platform, document, signal) : document;
  if (stored === 'unchanged') return stored;
  const address = stored.fetched_url ?? undefined;
  const fetched = address === undefined ? {} : { address, contentType: stored.content_type ?? '' };
  const fileName = address === undefined ? document.name : nameOfAddress(address);
  const read = await platform.storage.withLocalFile(
    requireKey(stored),
    async (path) =>
      extractText({ path }, { workspaceId: document.workspace_id, fileName, mode: document.mode, signal, ...fetched }),
    signal,
  );
  const name = address === undefined ? document.name : cutText(read.name, 300);
  return { name, mimeType: read.mime_type, text: read.text, pageStarts: read.page_starts };
}

type Stored = Pick<ClaimedDocument, 'storage_key' | 'fetched_url' | 'content_type'>;

async function fetchOnce(
  platform: Platform,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<Stored | 'unchanged'> {
  if (document.fetched_edition === document.next_edition) return document;
  const { bytes, contentType, url } = await fetchDocument(platform.outbound, document.url ?? '', signal);
  const sha256 = createHash('sha256').update(bytes).digest();
  if (document.edition > 0 && document.fetched_sha256?.equals(sha256) === true) return 'unchanged';
  const content = await sniffContent({ bytes }, nameOfAddress(url), { contentType });
  const store = async (key: string): Promise<string> => platform.storage.keepBytes(bytes, key);
  const storageKey = await commitStored(platform, [store], async (tx, [key = '']) => {
    const isKept = await keepFetched(tx, document, {
      storageKey: key,
      sha256,
      size: bytes.byteLength,
      mimeType: content.mimeType,
      contentType,
      url,
      edition: document.next_edition,
    });
    if (!isKept) throw new LeaseLost();
    await recordUnused(tx, [document.storage_key]);
    return key;
  });
  await removeUnused(platform, [document.storage_key]);
  return { storage_key: storageKey, fetched_url: url, content_type: contentType };
}

function requireKey(stored: Pick<Stored, 'storage_key'>): string {
  if (stored.storage_key === null) throw new Error('the document has no bytes');
  return stored.storage_key;
}
