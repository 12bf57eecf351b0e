import { type DocumentSource, readPieces } from './document-source.ts';

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
  if (sample.filter((byte) => byte >= 0x80).length < minForeignBytes || sample.some(isControl)) return undefined;
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
    for (const line of splitLines(piece)) {
      if (!line.some((byte) => byte >= 0x80)) continue;
      lines.push(line.subarray(0, sampleBytes - length));
      length = Math.min(length + line.byteLength, sampleBytes);
      if (length === sampleBytes) return Buffer.concat(lines);
    }
  }
  return Buffer.concat(lines);
}

/** The lines of a piece with their line feeds. */
function* splitLines(piece: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < piece.byteLength;) {
    const end = piece.indexOf(0x0a, start);
    const next = end === -1 ? piece.byteLength : end + 1;
    yield piece.subarray(start, next);
    start = next;
  }
}
