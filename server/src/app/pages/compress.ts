import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
/** For larger contents, Brotli's highest level takes seconds: 2 s for openapi.json, to make it 8 % smaller. */
const maxBytesOfHighestLevel = 500_000;
const compressible = new Set(['.js', '.css', '.svg', '.html', '.json']);

/** Whether a file is sent compressed: texts are, images and fonts are compressed already. */
export function isCompressible(path: string): boolean {
  return compressible.has(extname(path));
}

/** Compresses at a high level, which is too slow to do for every response. */
export async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > maxBytesOfHighestLevel ? 9 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotli(content, { params });
}
