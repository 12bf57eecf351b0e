import { open, stat } from 'node:fs/promises';

/** The location of a document's bytes: a file on this machine, or memory. */
export type DocumentSource = { path: string } | { bytes: Uint8Array };

/** Size of a source in bytes. */
export async function measureSource(source: DocumentSource): Promise<number> {
  return 'bytes' in source ? source.bytes.byteLength : (await stat(source.path)).size;
}

/** The first `length` bytes of a source, fewer if it is shorter. */
export async function readHead(source: DocumentSource, length: number): Promise<Uint8Array> {
  if ('bytes' in source) return source.bytes.subarray(0, length);
  const file = await open(source.path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A source's bytes in pieces of at most 64 KiB, in order. */
export async function* readPieces(source: DocumentSource): AsyncGenerator<Uint8Array> {
  const size = 64 * 1024;
  if ('bytes' in source) {
    for (let at = 0; at < source.bytes.byteLength; at += size) yield source.bytes.subarray(at, at + size);
    return;
  }
  const file = await open(source.path);
  try {
    for await (const piece of file.createReadStream({ highWaterMark: size, autoClose: false })) {
      if (piece instanceof Uint8Array) yield piece;
    }
  } finally {
    await file.close();
  }
}

/** All of a source's bytes. */
export async function readWhole(source: DocumentSource): Promise<Uint8Array> {
  if ('bytes' in source) return source.bytes;
  const pieces: Uint8Array[] = [];
  for await (const piece of readPieces(source)) pieces.push(piece);
  return Buffer.concat(pieces);
}
