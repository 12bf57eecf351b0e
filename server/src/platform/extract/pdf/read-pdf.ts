import { getDocumentProxy } from 'unpdf';
import { type DocumentSource, readWhole } from '../document-source.ts';
import type { DocumentWriter } from '../document-writer.ts';
import { ExtractionError } from '../extraction-error.ts';
import { extractionLimits } from '../extraction-limits.ts';
import { collectLines, type PdfLine } from './pdf-lines.ts';
import { findBodySize, writePages } from './pdf-paragraphs.ts';
import { turnUpright } from './pdf-rotation.ts';
import { dropRunningLines } from './pdf-running-lines.ts';
import { createTableBudget, findTables } from './pdf-tables.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * Reads a PDF page by page and marks the start of every page. Text in images is not recognised: a scanned page is
 * empty.
 */
export async function readPdf(source: DocumentSource, writer: DocumentWriter): Promise<void> {
  const document = await openPdf(await readWhole(source));
  try {
    if (document.numPages > extractionLimits.pdfPages) throw new ExtractionError('too_large');
    const pages: PdfLine[][] = [];
    let length = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      const lines = await readPage(document, number);
      length += lines.reduce((sum, line) => sum + line.text.length, 0);
      if (length > extractionLimits.textLength) throw new ExtractionError('too_large');
      pages.push(lines);
    }
    const bodySize = findBodySize(pages);
    const budget = createTableBudget();
    const parts = pages.map((lines) => findTables(lines, budget));
    writePages(dropRunningLines(parts, bodySize), bodySize, writer);
    if (writer.length === 0) {
      throw new ExtractionError('empty', 'The PDF contains no text; it may consist of scanned images.');
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    // PDF.js takes ownership of the buffer, and refuses Node's Buffer.
    const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return await getDocumentProxy(data, { maxImageSize: 16_777_216, verbosity: 0 });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new ExtractionError(isLocked ? 'encrypted' : 'corrupt', undefined, { cause: error });
  }
}

async function readPage(document: PdfDocument, number: number): Promise<PdfLine[]> {
  const page = await document.getPage(number).catch((error: unknown) => {
    throw new ExtractionError('corrupt', undefined, { cause: error });
  });
  const content = await page.getTextContent();
  const runs = content.items.filter((item) => 'str' in item);
  const lines = collectLines(
    turnUpright(runs, page.view),
    (fontName) => content.styles[fontName]?.fontFamily === 'monospace',
  );
  // Without this PDF.js keeps every page's fonts and operators: 498 MB instead of 141 MB for a 10 MB document.
  page.cleanup();
  return lines;
}
