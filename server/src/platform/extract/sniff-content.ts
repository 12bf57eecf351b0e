import { type AcceptedContent, binaryContent, findTextContent, findTextContentByMimeType } from './accepted-content.ts';
import { readCompoundEntries } from './office/compound-file.ts';
import { type DocumentSource, measureSource, readHead } from './document-source.ts';
import { ExtractionError } from './extraction-error.ts';
import { detectTextEncoding, findDeclaredEncoding } from './text/text-encoding.ts';

export interface SniffedContent extends AcceptedContent {
  /** Label of the Encoding Standard, set if the content is text. */
  encoding?: string;
}

/**
 * The kind of a file (docs/reference/knowledge-bases.md#accepted-content): text-like content by its extension if all
 * its bytes are text, everything else by its content. Throws `unsupported_type`, `empty` or `encrypted`. `contentType`
 * is the header of a fetched address; among text-like kinds it outweighs the extension, because `/page.php` is seldom
 * PHP.
 */
export async function sniffContent(
  source: DocumentSource,
  fileName: string,
  options: { contentType?: string } = {},
): Promise<SniffedContent> {
  if ((await measureSource(source)) === 0) throw new ExtractionError('empty', 'The file is empty.');
  const head = await readHead(source, 1024);
  if (startsLikePdf(head)) return binaryContent.pdf;
  const byName = chooseTextContent(head, fileName, options.contentType);
  if (byName !== undefined) {
    const isPage = byName.mimeType === 'text/html';
    const declared = findDeclaredEncoding(isPage ? head : new Uint8Array(), options.contentType);
    const encoding = await detectTextEncoding(source, declared);
    if (encoding !== undefined) return { ...byName, encoding };
  }
  const content = findImage(head) ?? (await findOfficeDocument(source, head));
  if (content === undefined) throw new ExtractionError('unsupported_type');
  return content;
}

function chooseTextContent(head: Uint8Array, fileName: string, contentType = ''): AcceptedContent | undefined {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const named = findTextContent(fileName);
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return findTextContentByMimeType('text/html');
  if (mediaType !== '' && mediaType !== 'text/plain') return findTextContentByMimeType(mediaType) ?? named;
  if (contentType !== '' || /\.\w+$/.test(fileName)) return named;
  const looksLikePage = /^\s*<(?:!doctype html|html)/i.test(Buffer.from(head).toString('latin1'));
  return looksLikePage ? findTextContentByMimeType('text/html') : named;
}

function startsLikePdf(head: Uint8Array): boolean {
  // Readers accept a header within the first KiB (ISO 32000, annex H), but text that only mentions one is not a PDF.
  const at = Buffer.from(head).indexOf('%PDF-');
  return at === 0 || (at > 0 && Buffer.from(head.subarray(0, at)).every((byte) => byte <= 0x20 || byte >= 0x7f));
}

function findImage(head: Uint8Array): AcceptedContent | undefined {
  const text = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return binaryContent.png;
  if (text.startsWith('\u00ff\u00d8\u00ff')) return binaryContent.jpg;
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return binaryContent.gif;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return binaryContent.webp;
  return undefined;
}

async function findOfficeDocument(source: DocumentSource, head: Uint8Array): Promise<AcceptedContent | undefined> {
  if (Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004') return findArchived(source);
  const names = (await readCompoundEntries(source))?.map((entry) => entry.name);
  if (names?.includes('EncryptedPackage')) throw new ExtractionError('encrypted');
  return names?.includes('WordDocument') ? binaryContent.doc : undefined;
}

async function findArchived(source: DocumentSource): Promise<AcceptedContent | undefined> {
  const { openArchive } = await import('./office/bounded-archive.ts');
  const archive = await openArchive(source);
  try {
    let types = '';
    for await (const piece of archive.readText('[Content_Types].xml')) {
      types += piece;
      if (types.length > 4_000_000) throw new ExtractionError('corrupt');
    }
    if (types.includes('wordprocessingml.document.main+xml')) return binaryContent.docx;
    return types.includes('spreadsheetml.sheet.main+xml') ? binaryContent.xlsx : undefined;
  } finally {
    archive.close();
  }
}
