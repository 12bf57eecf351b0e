import { openArchive } from './bounded-archive.ts';
import type { DocumentSource } from './document-source.ts';
import type { DocumentWriter } from './document-writer.ts';
import { DocxBody } from './docx-body.ts';
import { readNumbering } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';
import { ExtractionError } from './extraction-error.ts';
import { parseXml } from './parse-xml.ts';

/**
 * Reads a DOCX part by part. It leaves out headers and footers, comments, removed text and tables of contents. (mammoth
 * builds the whole tree: 1.7 GB for 10 MB of text.)
 */
export async function readDocx(source: DocumentSource, writer: DocumentWriter): Promise<void> {
  const archive = await openArchive(source);
  try {
    const main = 'word/document.xml';
    if (!archive.has(main)) throw new ExtractionError('corrupt');
    const findStyle = await readStyles(archive);
    const number = await readNumbering(archive);
    for (const part of [main, 'word/footnotes.xml', 'word/endnotes.xml']) {
      await parseXml(archive.readText(part), new DocxBody(writer, findStyle, number));
    }
  } finally {
    archive.close();
  }
}
