import { binaryContent } from './accepted-content.ts';
import type { DocumentSource } from './document-source.ts';
import { DocumentWriter } from './document-writer.ts';
import { ExtractionError } from './extraction-error.ts';
import { isFirstPage } from './is-first-page.ts';
import type { SniffedContent } from './sniff-content.ts';
import { decodeText } from './text/text-encoding.ts';

/** `text` is plain text and `markdown` Markdown; `html` is a page's own markup, and Markdown for everything else. */
export type ExtractionMode = 'text' | 'markdown' | 'html';

export interface ReadOptions {
  mode: ExtractionMode;
  /** Address that the document was fetched from: links are resolved against it, and a page's article is looked for. */
  address?: string;
}

export interface ReadDocument {
  text: string;
  /** Title that the document gives itself. */
  title?: string;
  /** Offset in `text` at which each page begins, the first page first; empty if the format has no pages. */
  pageStarts: number[];
}

/** Reads a document of a known kind. Runs in a separate process, because a hostile file may never finish. */
export async function readDocument(
  source: DocumentSource,
  content: SniffedContent,
  options: ReadOptions,
): Promise<ReadDocument> {
  const read = await readKind(source, content, options);
  if (read.text.trim() === '') throw new ExtractionError('empty');
  return read;
}

async function readKind(source: DocumentSource, content: SniffedContent, options: ReadOptions): Promise<ReadDocument> {
  if (content.category === 'image') throw new ExtractionError('unsupported_type', 'An image contains no text to read.');
  const style = options.mode === 'text' ? 'text' : 'markdown';
  const writer = new DocumentWriter(style);
  switch (content.mimeType) {
    case binaryContent.pdf.mimeType:
      await (await import('./pdf/read-pdf.ts')).readPdf(source, writer);
      return writer.finish();
    case binaryContent.docx.mimeType:
      await (await import('./office/read-docx.ts')).readDocx(source, writer);
      return writer.finish();
    case binaryContent.doc.mimeType:
      await (await import('./office/read-doc.ts')).readDoc(source, writer);
      return writer.finish();
    case binaryContent.xlsx.mimeType:
      await (await import('./office/read-xlsx.ts')).readXlsx(source, writer);
      return writer.finish();
    case 'text/html':
      return readPage(await decodeText(source, content.encoding ?? 'utf-8'), options);
    case 'text/csv':
    case 'text/tab-separated-values':
      if (style === 'text') break;
      (await import('./text/read-csv.ts')).readCsv(await decodeText(source, content.encoding ?? 'utf-8'), writer);
      return writer.finish();
    default:
  }
  const text = await decodeText(source, content.encoding ?? 'utf-8');
  const isFenced = style === 'markdown' && (content.category === 'code' || content.category === 'data');
  return { text: isFenced ? fence(text, content.mimeType) : text, pageStarts: [] };
}

/** Code goes into a fence: otherwise its comments would be read as headings. */
function fence(code: string, mimeType: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/^`{3,}/gm)) longest = Math.max(longest, run.length);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${mimeType.replace(/^\w+\/(x-)?/, '')}\n${code.trimEnd()}\n${mark}`;
}

async function readPage(html: string, options: ReadOptions): Promise<ReadDocument> {
  const { readHtml } = await import('./html/read-html.ts');
  const { text, title } = readHtml(html, {
    style: options.mode === 'text' ? 'text' : 'markdown',
    ...(options.address === undefined
      ? {}
      : { base: options.address, findArticle: true, keepFooter: isFirstPage(options.address) }),
  });
  const named = title === '' ? {} : { title };
  return { ...named, text: options.mode === 'html' ? html : text, pageStarts: [] };
}
