import { type FileHandle, open } from 'node:fs/promises';
import type { DocumentSource } from '../document-source.ts';

export interface CompoundEntry {
  name: string;
  /** Byte offset of the stream's first sector; undefined for short streams, which share other sectors. */
  offset: number | undefined;
}

const signature = 'd0cf11e0a1b11ae1';
const lastRegularSector = 0xfffffff9;
const directorySectors = 256;
const shortStream = 4096;

/**
 * Names of the streams in an OLE compound file ([MS-CFB]), which distinguish a .doc, a .xls and an encrypted .docx.
 * Undefined if the bytes are not a compound file. Reads at most 256 directory sectors, so a cyclic chain ends.
 */
export async function readCompoundEntries(source: DocumentSource): Promise<CompoundEntry[] | undefined> {
  const file = 'path' in source ? await open(source.path) : undefined;
  try {
    const read = (position: number, length: number) => readAt(source, file, position, length);
    const header = await read(0, 512);
    if (header.length < 512 || header.subarray(0, 8).toString('hex') !== signature) return undefined;
    const sectorSize = header.readUInt16LE(30) === 12 ? 4096 : 512;
    const offsetOf = (sector: number) => (sector + 1) * sectorSize;
    const entries: CompoundEntry[] = [];
    let sector = header.readUInt32LE(48);
    for (let count = 0; count < directorySectors && sector <= lastRegularSector; count += 1) {
      const directory = await read(offsetOf(sector), sectorSize);
      for (let at = 0; at + 128 <= directory.length; at += 128) {
        const nameLength = directory.readUInt16LE(at + 64);
        if (nameLength < 2 || nameLength > 64 || directory[at + 66] === 0) continue;
        const name = directory.toString('utf16le', at, at + nameLength - 2);
        const isShort = directory.readUInt32LE(at + 120) < shortStream;
        entries.push({ name, offset: isShort ? undefined : offsetOf(directory.readUInt32LE(at + 116)) });
      }
      sector = await findNextSector(read, header, sector, sectorSize);
    }
    return entries;
  } finally {
    await file?.close();
  }
}

type Read = (position: number, length: number) => Promise<Buffer>;

async function findNextSector(read: Read, header: Buffer, sector: number, sectorSize: number): Promise<number> {
  const perTable = sectorSize / 4;
  const table = Math.floor(sector / perTable);
  // The header lists the first 109 allocation tables, which cover at least 7 MB; a directory beyond that is not
  // followed.
  if (table >= 109) return lastRegularSector + 1;
  const tableSector = header.readUInt32LE(76 + table * 4);
  if (tableSector > lastRegularSector) return lastRegularSector + 1;
  const entry = await read((tableSector + 1) * sectorSize + (sector % perTable) * 4, 4);
  return entry.length === 4 ? entry.readUInt32LE(0) : lastRegularSector + 1;
}

async function readAt(
  source: DocumentSource,
  file: FileHandle | undefined,
  position: number,
  length: number,
): Promise<Buffer> {
  if ('bytes' in source) return Buffer.from(source.bytes.subarray(position, position + length));
  if (file === undefined) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Bytes at the start of a stream; empty if it is a short one. */
export async function readStreamHead(source: DocumentSource, entry: CompoundEntry, length: number): Promise<Buffer> {
  const file = 'path' in source ? await open(source.path) : undefined;
  try {
    return entry.offset === undefined ? Buffer.alloc(0) : await readAt(source, file, entry.offset, length);
  } finally {
    await file?.close();
  }
}
