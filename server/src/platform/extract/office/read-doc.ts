import WordExtractor from 'word-extractor';
import { readCompoundEntries, readStreamHead } from './compound-file.ts';
import { type DocumentSource, readWhole } from '../document-source.ts';
import type { DocumentWriter } from '../document-writer.ts';
import { ExtractionError } from '../extraction-error.ts';

/** Flag of the file information block that marks an encrypted or obfuscated document ([MS-DOC] 2.5.2). */
const encryptedFlag = 0x0100;

/**
 * Reads a binary Word document: paragraphs, text boxes and notes. Its styles are not
 * read: only numbered headings (`2.1. Scope`) are distinguished from paragraphs.
 */
export async function readDoc(source: DocumentSource, writer: DocumentWriter): Promise<void> {
  const entries = await readCompoundEntries(source);
  const main = entries?.find((entry) => entry.name === 'WordDocument');
  if (main === undefined) throw new ExtractionError('corrupt');
  const block = await readStreamHead(source, main, 12);
  if (block.length === 12 && block.readUInt16LE(0) !== 0xa5ec) throw new ExtractionError('corrupt');
  if (block.length === 12 && (block.readUInt16LE(10) & encryptedFlag) !== 0) throw new ExtractionError('encrypted');
  const document = await new WordExtractor().extract(Buffer.from(await readWhole(source)));
  const boxes = document.getTextboxes({ includeHeadersAndFooters: false });
  for (const part of [document.getBody(), boxes, document.getFootnotes(), document.getEndnotes()]) {
    for (const paragraph of part.split(/\n+/)) {
      const depth = /^(\d+(?:\.\d+)+)\.?\s+\S.{0,100}$/.exec(paragraph.trim())?.[1]?.split('.').length;
      if (depth === undefined) writer.paragraph(paragraph);
      else writer.heading(depth, paragraph);
    }
  }
}
