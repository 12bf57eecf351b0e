import { type DocumentSource, readPieces } from '../document-source.ts';
import { isHebrewText, isThaiText } from './guess-by-spelling.ts';
import { guessCyrillic } from './guess-cyrillic.ts';

/** Bytes of a sample. Counting takes time, and more bytes hardly change the result. */
const sampleBytes = 4_096;
/** Bytes outside ASCII that a text needs for a guess. With fewer, almost any encoding is as likely as another. */
const minForeignBytes = 16;
/** Percent of certainty. The double-byte encodings of East Asia are compared with frequent characters. */
const minConfidence = { double: 50, single: 25 };
const doubleByte = new Set(['Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030']);
/** Standards whose texts are usually written in the encoding of Windows, which has more characters. */
const labels: Readonly<Record<string, string>> = { 'ISO-8859-7': 'windows-1253', 'ISO-8859-8': 'windows-1255' };

/**
 * The name of the encoding in which a text that is not UTF-8 and declares nothing is probably written, by the frequency
 * of letters in the lines that have others than ASCII; undefined if there are too few of them.
 */
export async function guessEncoding(source: DocumentSource): Promise<string | undefined> {
  const sample = await readForeignLines(source);
  const guessed = await guessByLetters(sample);
  return guessed === undefined || western.has(guessed) ? (guessLatin(sample) ?? guessed) : guessed;
}

const windows = 'windows-1252';
/** What the general guess takes for a western text; without control characters, it names the standard. */
const western = new Set([windows, 'ISO-8859-1']);
/** Other encodings of Latin letters: those of Excel for Mac, which still saves its CSV files so, and of Central Europe. */
const otherLatin = ['macintosh', 'iso-8859-2', 'windows-1250'];
/** Misread characters of a text in one of those. */
const minMisread = 2;
/** Letters of Turkish as windows-1252 reads them; only Icelandic has the same, always with vowels that have an accent. */
const turkish = /[ýþð]/giu;
/** As in a text about these letters, and in no Turkish one. */
const letterAlone = /(?<!\p{L})[ýþð](?!\p{L})/iu;
const icelandic = /[áéíóúæ]/iu;
/** Control characters, which ISO-8859-2 has where windows-1250 has letters: "Świeże". */
const upperControl = /[\u0080-\u009f]/gu;

/**
 * The encoding of a text in Latin letters which, as windows-1252, has symbols or capitals within its words, and hardly
 * any as this, or the letters of Turkish; undefined for others.
 */
function guessLatin(sample: Uint8Array): string | undefined {
  const text = new TextDecoder(windows).decode(sample);
  const isTurkish = (text.match(turkish)?.length ?? 0) >= minMisread && /ý/iu.test(text);
  if (isTurkish && !icelandic.test(text) && !letterAlone.test(text)) return 'windows-1254';
  const misread = countMisread(sample, windows);
  if (misread < minMisread) return undefined;
  const counts = otherLatin.map((encoding) => countMisread(sample, encoding));
  const least = Math.min(...counts);
  return least * 4 <= misread ? otherLatin[counts.indexOf(least)] : undefined;
}

/**
 * The characters that words of a text in this encoding don't have: "fŸr", "au§er". Apostrophes and hyphens are in words,
 * and quotation marks, bullets and trademarks between words if their space is missing.
 */
function countMisread(sample: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding).decode(sample);
  const misread =
    text.match(/(?<=\p{L})(?:(?![’‘“”•™…·\u00ad–—])[^\p{L}\p{M}\0-\x7f]|(?![A-Z])\p{Lu})(?=\p{Ll})/gu)?.length ?? 0;
  return misread + (text.match(upperControl)?.length ?? 0);
}

async function guessByLetters(sample: Uint8Array): Promise<string | undefined> {
  if (sample.filter((byte) => byte >= 0x80).length < minForeignBytes || sample.some(isControl)) return undefined;
  if (isThaiText(sample)) return 'windows-874';
  const cyrillic = guessCyrillic(sample);
  if (cyrillic !== undefined) return isHebrewText(sample, cyrillic) ? 'windows-1255' : cyrillic;
  // Loaded when it is first needed, because it holds large tables.
  const { analyse } = await import('chardet');
  const likely = analyse(sample).find(
    ({ name, confidence }) => confidence >= (doubleByte.has(name) ? minConfidence.double : minConfidence.single),
  );
  if (likely === undefined || likely.name.startsWith('UTF-')) return undefined;
  return labels[likely.name] ?? likely.name;
}

function isControl(byte: number): boolean {
  return byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b].includes(byte);
}

/** The first lines that contain bytes outside ASCII. */
async function readForeignLines(source: DocumentSource): Promise<Uint8Array> {
  const lines: Uint8Array[] = [];
  let length = 0;
  for await (const piece of readPieces(source)) {
    for (const line of findForeignLines(piece)) {
      lines.push(line.subarray(0, sampleBytes - length));
      length = Math.min(length + line.byteLength, sampleBytes);
      if (length === sampleBytes) return Buffer.concat(lines);
    }
  }
  return Buffer.concat(lines);
}

/**
 * The lines of a piece that have others than ASCII. They end with a line feed or, in files of old programs for Macintosh,
 * with a carriage return. All other lines are only passed: a large file may have millions.
 */
function* findForeignLines(piece: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let at = 0; at < piece.byteLength; at += 1) {
    if (isLineEnd(piece[at])) start = at + 1;
    else if ((piece[at] ?? 0) >= 0x80) {
      while (at < piece.byteLength && !isLineEnd(piece[at])) at += 1;
      yield piece.subarray(start, at + 1);
      start = at + 1;
    }
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}
