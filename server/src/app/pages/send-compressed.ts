import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

type Encoding = 'br' | 'gzip';
interface Compressed {
  readonly changed: number;
  readonly bodies: Map<Encoding, Promise<Buffer>>;
}

const brotli = promisify(brotliCompress);
const kept = new Map<string, Compressed>();
const texts = new Set(['.js', '.css', '.svg', '.html', '.json']);

/**
 * Sends a built file compressed with brotli or gzip at the highest level. Each result is computed once and kept until
 * the file changes, because that level is too slow to run for every response. Returns false, with nothing sent, if the
 * file is missing, is not text, or the client accepts neither encoding.
 */
export async function sendCompressed(request: Request, response: Response, path: string): Promise<boolean> {
  const encoding = chooseEncoding(request);
  if (encoding === undefined || !texts.has(extname(path))) return false;
  const changed = await stat(path).then(
    (found) => (found.isFile() ? found.mtimeMs : undefined),
    () => undefined,
  );
  if (changed === undefined) return false;
  const body = await compressOnce(path, changed, encoding);
  response.vary('Accept-Encoding').set('Content-Encoding', encoding).type(extname(path)).send(body);
  return true;
}

/** Browsers list brotli last, but the order does not mean a preference. */
function chooseEncoding(request: Request): Encoding | undefined {
  if (request.acceptsEncodings('br') !== false) return 'br';
  return request.acceptsEncodings('gzip') === false ? undefined : 'gzip';
}

function compressOnce(path: string, changed: number, encoding: Encoding): Promise<Buffer> {
  const known = kept.get(path);
  const current = known?.changed === changed ? known : { changed, bodies: new Map<Encoding, Promise<Buffer>>() };
  kept.set(path, current);
  const body = current.bodies.get(encoding) ?? compress(path, encoding);
  current.bodies.set(encoding, body);
  // A file that can't be read now may be readable next time.
  body.catch(() => kept.delete(path));
  return body;
}

async function compress(path: string, encoding: Encoding): Promise<Buffer> {
  const content = await readFile(path);
  if (encoding === 'gzip') return promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotli(content, { params });
}
