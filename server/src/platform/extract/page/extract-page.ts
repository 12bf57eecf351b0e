import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { DocumentSource } from '../document-source.ts';
import { ExtractionError } from '../extraction-error.ts';
import { extractionLimits } from '../extraction-limits.ts';
import { sniffContent } from '../sniff-content.ts';
import { decodeText } from '../text/text-encoding.ts';
import { toStorableText } from '../../storable-text.ts';
import type { PageOptions, WebPage } from './read-page.ts';

/** Milliseconds for the longest page; most pages take some hundredths of a second. */
const timeoutMs = 20_000;

export interface ExtractPageOptions extends PageOptions {
  workspaceId: string;
  fileName: string;
  contentType: string;
  signal: AbortSignal;
}

/**
 * Reads a web page in a process that serves many pages, one after the other, and is killed if one takes too long or too
 * much memory: starting a process for each page would cost more than reading it. Returns undefined if the bytes are not
 * HTML. Throws an ExtractionError.
 */
export async function extractPage(
  source: DocumentSource & { bytes: Uint8Array },
  sandbox: Sandbox,
  { workspaceId, fileName, contentType, signal, ...options }: ExtractPageOptions,
): Promise<WebPage | undefined> {
  const content = await sniffContent(source, fileName, { contentType });
  if (content.mimeType !== 'text/html') return undefined;
  const text = await decodeText(source, content.encoding ?? 'utf-8');
  if (text.length > extractionLimits.htmlBytes) throw new ExtractionError('too_large', 'The page is too large.');
  const answer = await sandbox.run({ kind: 'page', text, options }, { workspaceId, timeoutMs, signal });
  if (answer.kind === 'page') {
    return { ...answer.page, text: clean(answer.page.text), title: clean(answer.page.title) };
  }
  if (answer.kind === 'unreadable') throw new ExtractionError(answer.code, answer.message);
  throw new ExtractionError(answer.kind === 'timeout' ? 'timeout' : 'memory_limit', describeFailure(answer.kind));
}

function describeFailure(kind: string): string {
  return kind === 'timeout' ? 'Reading the page took too long.' : 'Reading the page needed too much memory.';
}

/** Replaces NUL and lone surrogates, which Postgres does not accept. */
function clean(text: string): string {
  return toStorableText(text.replaceAll('\0', ' '));
}
