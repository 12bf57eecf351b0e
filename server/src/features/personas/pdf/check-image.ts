import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflateAll = promisify(inflate);

const pngSignature = '89504e470d0a1a0a';
/** A page can't show a larger one, which would only take memory. */
const maxPixels = 16_000_000;
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether these bytes are a JPEG or a PNG that pdfkit can handle. Its PNG reader trusts the file: one with a broken
 * length blocked the process for 40 s, a small one can inflate to gigabytes, and one with an unknown filter throws an
 * uncaught error. Interlaced ones are excluded, because their rows can't be checked so simply.
 */
export async function isUsableImage(bytes: Buffer): Promise<boolean> {
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return true;
  if (bytes.toString('hex', 0, 8) !== pngSignature) return false;
  const parts = readChunks(bytes);
  if (parts === undefined) return false;
  const { header, data } = parts;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits, color, interlaced] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  if (width === 0 || height === 0 || width * height > maxPixels || interlaced !== 0) return false;
  const rowBits = width * bits * (channels[color] ?? 0);
  if (rowBits === 0 || bits > 16) return false;
  const rowBytes = Math.ceil(rowBits / 8) + 1;
  try {
    const pixels = await inflateAll(data, { maxOutputLength: rowBytes * height });
    if (pixels.length !== rowBytes * height) return false;
    for (let row = 0; row < height; row += 1) if (pixels.readUInt8(row * rowBytes) > 4) return false;
    return true;
  } catch {
    return false;
  }
}

function readChunks(bytes: Buffer): { header: Buffer; data: Buffer } | undefined {
  const data: Buffer[] = [];
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
    if (type === 'IEND') return { header, data: Buffer.concat(data) };
    position = end;
  }
  return undefined;
}
