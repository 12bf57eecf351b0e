import { type DocumentSource, readHead, readPieces } from '../document-source.ts';
import { ExtractionError } from '../extraction-error.ts';
import { extractionLimits } from '../extraction-limits.ts';
import { guessEncoding } from './guess-encoding.ts';

/** The binary data bytes of the MIME Sniffing standard (section 3), except vertical tab, which occurs in old texts. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;
/** Bytes that windows-1252 leaves undefined; text in that encoding never contains them. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * The encoding in which a source's bytes are text, undefined if they are not: that of its byte order mark, UTF-16, then
 * `declared`, UTF-8, the encodings of older spreadsheets and editors that its letters suggest, and windows-1252. A few
 * invalid bytes, like those of a character that was cut, don't give a text one of the older encodings.
 */
export async function detectTextEncoding(source: DocumentSource, declared?: string): Promise<string | undefined> {
  const head = await readHead(source, 4096);
  const marked = findByteOrderMark(head) ?? findBareUtf16(head);
  if (marked?.startsWith('utf-16')) return (await isTextOf(source, marked)) ? marked : undefined;
  const escaped = hasJapaneseEscapes(head) ? 'iso-2022-jp' : undefined;
  for (const encoding of [marked, declared, escaped, 'utf-8']) {
    if (encoding !== undefined && (await isTextOf(source, encoding))) return encoding;
  }
  for (const encoding of ['utf-8', declared]) {
    if (encoding !== undefined && (await isNearlyTextOf(source, encoding))) return encoding;
  }
  const guessed = readLabel(await guessEncoding(source));
  if (guessed !== undefined && (await isNearlyTextOf(source, guessed))) return guessed;
  return (await isTextOf(source, 'windows-1252')) ? 'windows-1252' : undefined;
}

/** Encoding Standard, section 6. */
function findByteOrderMark(head: Uint8Array): string | undefined {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/**
 * Whether bytes switch to the characters of ISO-2022-JP, the encoding of emails, which consists of ASCII alone, and back.
 * Logs of terminals have other escapes, which have to be kept.
 */
function hasJapaneseEscapes(head: Uint8Array): boolean {
  // oxlint-disable-next-line no-control-regex -- as above
  return /\u001b\$[@B](?:[!-~]{2})+\u001b[($]/.test(Buffer.from(head).toString('latin1'));
}

/** Code points that no text has: unassigned and private ones, and halves of others. */
const unusual = /[\p{Cn}\p{Co}\p{Cs}]/u;

/**
 * UTF-16 without a byte order mark, by a zero byte, which no text has in another encoding: spaces and line ends have one
 * in each script. The upper bytes of a text differ less than the lower ones, because its letters are of one script.
 */
function findBareUtf16(head: Uint8Array): string | undefined {
  const zeros = head.filter((byte) => byte === 0).length;
  if (zeros === 0 || (zeros * 10 < head.length && (isMostlyLatin(head) || isUtf8WithZeros(head)))) return undefined;
  const values = [new Set<number>(), new Set<number>()];
  for (const [at, byte] of head.entries()) values[at % 2]?.add(byte);
  const [even = 0, odd = 0] = values.map(({ size }) => size);
  // Of a pair, as in "x\0", only the upper byte is zero.
  const encoding = odd < even || (odd === even && head[1] === 0) ? 'utf-16le' : 'utf-16be';
  // The last character may be half of one.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  return unusual.test(text) || control.test(text) ? undefined : encoding;
}

/** Whether half of the bytes are small Latin letters or spaces, as of a damaged text in an older encoding of the West. */
function isMostlyLatin(head: Uint8Array): boolean {
  return head.filter((byte) => byte === 0x20 || (byte >= 0x61 && byte <= 0x7a)).length * 2 > head.length;
}

/** Whether bytes are text but for some zeros, as of a damaged file. */
function isUtf8WithZeros(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !control.test(text.replaceAll('\0', ''));
  } catch {
    return false;
  }
}

async function isTextOf(source: DocumentSource, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of readPieces(source)) {
      if (encoding === 'windows-1252' && piece.some((byte) => undefinedBytes.has(byte))) return false;
      if (control.test(decoder.decode(piece, { stream: true }))) return false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether most of what is not ASCII is valid, as little would be in a text of another encoding. In windows-1252, nearly
 * every byte is.
 */
async function isNearlyTextOf(source: DocumentSource, encoding: string): Promise<boolean> {
  if (encoding === 'windows-1252') return false;
  const decoder = new TextDecoder(encoding);
  const counts = { valid: 0, invalid: 0 };
  for await (const piece of readPieces(source)) {
    const text = decoder.decode(piece, { stream: true });
    if (control.test(text)) return false;
    counts.invalid += countMatches(text, /\ufffd/g);
    counts.valid += countMatches(text, /[^\0-\x7f\ufffd]/g);
  }
  return counts.valid > counts.invalid;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * The encoding that a page declares (HTML 13.2.3.2): by its byte order mark, by the server's header, or by its meta
 * element within the first KiB.
 */
export function findDeclaredEncoding(page: Uint8Array, contentType: string | undefined): string | undefined {
  const head = page.subarray(0, 1024);
  const marked = findByteOrderMark(head);
  if (marked !== undefined) return marked;
  const inHeader = readLabel(/charset\s*=\s*["']?([\w:-]+)/i.exec(contentType ?? '')?.[1]);
  if (inHeader !== undefined) return inHeader;
  const markup = Buffer.from(head).toString('latin1');
  const inPage = readLabel(/<meta[^>]{0,200}charset\s*=\s*["']?([\w:-]+)/i.exec(markup)?.[1]);
  // The element could not have been found in UTF-16.
  return inPage?.startsWith('utf-16') ? 'utf-8' : inPage;
}

/**
 * The text of a response, by its byte order mark or its declared encoding, else as UTF-8. Only HTML declares one in its
 * text; elsewhere, such a text is content.
 */
export function decodeResponse(body: Uint8Array, contentType = ''): string {
  const page = /html/i.test(contentType) ? body : body.subarray(0, 3);
  return new TextDecoder(findDeclaredEncoding(page, contentType)).decode(body);
}

/** Media types of text, besides those that only their content shows. */
const textType = /^\s*text\/|[/+](?:x-)?(?:csv|(?:nd)?json|xml|yaml|javascript|www-form-urlencoded)\b/i;

/**
 * The text of a response (`decodeResponse`), undefined for bytes that aren't one: if its type doesn't say that it is a
 * text, it is one without invalid bytes and control characters. Its last character may be cut.
 */
export function decodeIfText(body: Uint8Array, contentType = ''): string | undefined {
  if (!textType.test(contentType)) {
    const decoder = new TextDecoder(findDeclaredEncoding(body.subarray(0, 3), contentType), { fatal: true });
    try {
      if (control.test(decoder.decode(body, { stream: true }))) return undefined;
    } catch {
      return undefined;
    }
  }
  return decodeResponse(body, contentType);
}

/** The text of a response for a reader, such as a model; of bytes that aren't one, their type. */
export function describeContent(body: Uint8Array, contentType = ''): string {
  return decodeIfText(body, contentType) ?? `(${contentType || 'bytes'}, which can’t be read as text)`;
}

/** The encoding's name; undefined for a label that the Encoding Standard doesn't have. */
function readLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** A text source as one string with line feeds only. */
export async function decodeText(source: DocumentSource, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for await (const piece of readPieces(source)) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > extractionLimits.textLength) throw new ExtractionError('too_large');
  }
  return (text + decoder.decode()).replaceAll(/\r\n?/g, '\n');
}
