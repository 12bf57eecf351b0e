import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Request, Response } from 'express';
import { compress, type Encoding, isCompressible } from './compress.ts';
import { FileValues } from './file-values.ts';

const files = new FileValues<CompressedContent>();

/**
 * A content compressed with brotli or gzip. Each result is computed once and kept, because high levels are too slow to
 * run for every response.
 */
export class CompressedContent {
  readonly #read: () => Promise<Buffer>;
  readonly #readStored: (encoding: Encoding) => Promise<Buffer | undefined>;
  readonly #bodies = new Map<Encoding, Promise<Buffer>>();

  /** `readStored` returns the content as it was compressed earlier, if it was. */
  constructor(
    read: () => Promise<Buffer>,
    readStored: (encoding: Encoding) => Promise<Buffer | undefined> = async () => Promise.resolve(undefined),
  ) {
    this.#read = read;
    this.#readStored = readStored;
  }

  /** Sends it as `type`. Returns false, with nothing sent, if the client accepts neither encoding. */
  async send(request: Request, response: Response, type: string): Promise<boolean> {
    const encoding = chooseEncoding(request);
    if (encoding === undefined) return false;
    const body = await this.#compressOnce(encoding);
    response.vary('Accept-Encoding').set('Content-Encoding', encoding).type(type).send(body);
    return true;
  }

  #compressOnce(encoding: Encoding): Promise<Buffer> {
    const known = this.#bodies.get(encoding);
    if (known !== undefined) return known;
    const body = this.#readStored(encoding).then(async (stored) => stored ?? compress(await this.#read(), encoding));
    this.#bodies.set(encoding, body);
    // A content that can't be read now may be readable next time.
    body.catch(() => this.#bodies.delete(encoding));
    return body;
  }
}

/**
 * Sends a built file compressed, if possible as the build has stored it (scripts/pages/compress-assets.ts). The results
 * are kept until the file changes. Returns false, with nothing sent, if the file is missing, is not text, or the client
 * accepts neither encoding.
 */
export async function sendCompressed(request: Request, response: Response, path: string): Promise<boolean> {
  if (!isCompressible(path)) return false;
  const content = await files
    .get(
      path,
      async () =>
        new CompressedContent(
          async () => readFile(path),
          async (encoding) => readStored(path, encoding),
        ),
    )
    .catch(() => undefined);
  return content !== undefined && content.send(request, response, extname(path));
}

/** What the build has stored beside a file; undefined if it has stored nothing, or the file has changed since. */
async function readStored(path: string, encoding: Encoding): Promise<Buffer | undefined> {
  const stored = `${path}.${encoding}`;
  try {
    const [file, found] = await Promise.all([stat(path), stat(stored)]);
    return found.mtimeMs < file.mtimeMs ? undefined : await readFile(stored);
  } catch {
    return undefined;
  }
}

/** Browsers list brotli last, but the order does not mean a preference. */
function chooseEncoding(request: Request): Encoding | undefined {
  if (request.acceptsEncodings('br') !== false) return 'br';
  return request.acceptsEncodings('gzip') === false ? undefined : 'gzip';
}
