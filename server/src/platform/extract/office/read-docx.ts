import { openArchive } from './bounded-archive.ts';
import type { DocumentSource } from '../document-source.ts';
import { DocumentWriter } from '../document-writer.ts';
import { DocxBody } from './docx-body.ts';
import { DocxSections, pageNumber, readLetterhead } from './docx-headers.ts';
import { readNumbering } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';
import { ExtractionError } from '../extraction-error.ts';
import { parseXml, type XmlHandlers } from '../parse-xml.ts';

/**
 * Reads a DOCX part by part: each line of its headers and footers once, its text and its notes. It leaves out comments,
 * removed text and tables of contents. (mammoth builds the whole tree: 1.7 GB for 10 MB of text.)
 */
export async function readDocx(source: DocumentSource, writer: DocumentWriter): Promise<void> {
  const archive = await openArchive(source);
  try {
    const main = 'word/document.xml';
    if (!archive.has(main)) throw new ExtractionError('corrupt');
    const findStyle = await readStyles(archive);
    const number = await readNumbering(archive);
    const sections = new DocxSections();
    await parseXml(archive.readText(main), watched(new DocxBody(writer, findStyle, number), sections));
    for (const part of ['word/footnotes.xml', 'word/endnotes.xml'])
      await parseXml(archive.readText(part), new DocxBody(writer, findStyle, number));
    const known = new Set<string>();
    const letterheads: string[] = [];
    for (const part of (await unlessCorrupt(sections.listParts(archive))) ?? []) {
      const lines = new DocumentWriter('text');
      await unlessCorrupt(parseXml(archive.readText(part), new DocxBody(lines, findStyle, number, pageNumber)));
      letterheads.push(readLetterhead(lines.finish().text, known));
    }
    // After the text they would belong to its last heading.
    writer.insertFirst(letterheads);
  } finally {
    archive.close();
  }
}

/** Waits for what a document can do without; undefined if that is damaged. */
async function unlessCorrupt<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ExtractionError && error.code === 'corrupt') return undefined;
    throw error;
  }
}

function watched(body: DocxBody, sections: DocxSections): XmlHandlers {
  return {
    open(name, attributes) {
      sections.open(name, attributes);
      body.open(name, attributes);
    },
    close(name) {
      sections.close(name);
      body.close(name);
    },
    text: (text) => body.text(text),
  };
}
