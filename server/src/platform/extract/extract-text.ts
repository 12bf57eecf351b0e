import { basename } from 'node:path';
import { availableParallelism } from 'node:os';
import { type DocumentSource, measureSource } from './document-source.ts';
import { describeTooLarge, ExtractionError } from './extraction-error.ts';
import { extractionLimits } from './extraction-limits.ts';
import { readInProcess } from './extraction-process.ts';
import { type ExtractionMode, readDocument } from './read-document.ts';
import { createFairQueue, shareOf } from '../fair-queue.ts';
import { toStorableText } from '../storable-text.ts';
import { sniffContent } from './sniff-content.ts';

export interface ExtractOptions {
  /** The workspace of the document: workspaces take turns. */
  workspaceId: string;
  fileName: string;
  mode: ExtractionMode;
  /** For a fetched document: its Content-Type header and its address. */
  contentType?: string;
  address?: string;
  /** Maximum UTF-16 units of text, lower than the limit of any document. */
  maxLength?: number;
  signal?: AbortSignal;
}

export interface ExtractedText {
  text: string;
  /** The page's own title if it was fetched and has one, else the file's name. */
  name: string;
  mime_type: string;
  /** Offset in `text` at which each page begins; empty if the format has no pages. */
  page_starts: number[];
}

/** Text of this size or less is decoded in this process: starting another one would take longer. */
const inlineBytes = 256 * 1024;
/** Text that is converted. */
const grows = new Set(['text/html', 'text/csv', 'text/tab-separated-values']);
/**
 * Maximum number of reading processes at a time; at least two, so that one workspace's documents never block all
 * others.
 */
const slots = Math.max(2, Math.min(4, availableParallelism()));
const enter = createFairQueue({ slots, share: shareOf(slots) });

/**
 * Reads a document's text (docs/reference/limits.md#sizes). Regardless of its content, this ends within two minutes and
 * bounded memory: with text, or with an ExtractionError whose message may be shown. Aborting kills the reader.
 */
export async function extractText(source: DocumentSource, options: ExtractOptions): Promise<ExtractedText> {
  const { fileName, mode, contentType, address, maxLength = extractionLimits.textLength, signal } = options;
  const content = await sniffContent(source, fileName, contentType === undefined ? {} : { contentType });
  const readOptions = address === undefined ? { mode } : { mode, address };
  // Padding can make a table a hundred times larger, so only text that stays unchanged counts as plain.
  const isPlain = content.encoding !== undefined && !grows.has(content.mimeType);
  const read =
    isPlain && (await measureSource(source)) <= inlineBytes
      ? await readDocument(source, content, readOptions)
      : await enter(
          options.workspaceId,
          async () => readInProcess({ source, content, options: readOptions }, signal),
          signal,
        );
  if (read.text.length > maxLength) throw new ExtractionError('too_large', describeTooLarge(maxLength));
  const name = (address === undefined ? undefined : read.title) ?? (basename(fileName) || address || 'Untitled');
  return { text: clean(read.text), name: clean(name), mime_type: content.mimeType, page_starts: read.pageStarts };
}

/** Replaces NUL and lone surrogates, which Postgres does not accept, without changing offsets. */
function clean(text: string): string {
  return toStorableText(text.replaceAll('\0', ' '));
}
