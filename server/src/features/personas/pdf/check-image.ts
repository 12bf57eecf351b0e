import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflateAll = promisify(inflate);

const pngSignature = '89504e470d0a1a0a';
/** A page can't show a larger one, which would only take memory. */
const maxPixels = 16_000_000;
/**
 * Bytes of pixels that the transparent images of one document may have. pdfkit separates their colours from their
 * transparency one by one, two seconds for an image of 64 MB, which can be sent in 62 KB.
 */
const maxTransparentBytes = 512_000_000;
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const alphaColors = new Set([4, 6]);

/**
 * Returns a function that says of each image of a document whether pdfkit can handle it: a JPEG or a PNG. Its PNG reader
 * trusts the file: one with a broken length blocked the process for 40 s, a small one can inflate to gigabytes, and one
 * with an unknown filter throws an uncaught error. Interlaced ones are excluded, because their rows can't be checked so
 * simply.
 */
export function createImageCheck(maxBytes = maxTransparentBytes): (bytes: Buffer) => Promise<boolean> {
  let bytesLeft = maxBytes;
  return async (bytes) => {
    const png = await measureImage(bytes, bytesLeft);
    if (png === undefined) return false;
    bytesLeft -= png.transparentBytes;
    return true;
  };
}

/** The size of a usable image's transparent pixels; undefined if it is unusable, or they are more than `maxBytes`. */
async function measureImage(bytes: Buffer, maxBytes: number): Promise<{ transparentBytes: number } | undefined> {
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return { transparentBytes: 0 };
  if (bytes.toString('hex', 0, 8) !== pngSignature) return undefined;
  const parts = readChunks(bytes);
  if (parts === undefined) return undefined;
  const { header, data, isTransparent } = parts;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits, color, interlaced] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  if (width === 0 || height === 0 || width * height > maxPixels || interlaced !== 0) return undefined;
  const rowBits = width * bits * (channels[color] ?? 0);
  if (rowBits === 0 || bits > 16) return undefined;
  const rowBytes = Math.ceil(rowBits / 8) + 1;
  const transparentBytes = isTransparent ? rowBytes * height : 0;
  if (transparentBytes > maxBytes) return undefined;
  try {
    const pixels = await inflateAll(data, { maxOutputLength: rowBytes * height });
    if (pixels.length !== rowBytes * height) return undefined;
    for (let row = 0; row < height; row += 1) if (pixels.readUInt8(row * rowBytes) > 4) return undefined;
    return { transparentBytes };
  } catch {
    return undefined;
  }
}

function readChunks(bytes: Buffer): { header: Buffer; data: Buffer; isTransparent: boolean } | undefined {
  const data: Buffer[] = [];
  let isTransparent = false;
  let header: Buffer | undefined;
  let position = 8;
  while (position + 12 <= bytes.length) {
    const end = position + 12 + bytes.readUInt32BE(position);
    const type = bytes.toString('latin1', position + 4, position + 8);
    if (end > bytes.length) return undefined;
    const content = bytes.subarray(position + 8, end - 4);
    if (header === undefined) {
      if (type !== 'IHDR' || content.length !== 13) return undefined;
      header = content;
    } else if (type === 'IHDR') return undefined;
    if (type === 'IDAT') data.push(content);
    if (type === 'tRNS' || alphaColors.has(header.readUInt8(9))) isTransparent = true;
    if (type === 'IEND') return { header, data: Buffer.concat(data), isTransparent };
    position = end;
  }
  return undefined;
}
