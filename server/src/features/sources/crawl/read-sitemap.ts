import { setImmediate as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { SaxesParser } from 'saxes';

export interface Sitemap {
  /** Addresses of pages. */
  readonly urls: readonly string[];
  /** Addresses of further sitemaps, if it is an index. */
  readonly sitemaps: readonly string[];
}

/** The bytes are not a sitemap. */
export class InvalidSitemap extends Error {
  override readonly name = 'InvalidSitemap';
}

/** The protocol's limit (sitemaps.org): 50 MiB uncompressed. */
const maxBytes = 50 * 1024 * 1024;
/** Bytes parsed at a time, so that other work has its turns. */
const sliceBytes = 64 * 1024;

/**
 * Reads a sitemap, an index of sitemaps, or a list of addresses as plain text; compressed with gzip or not. Stops after
 * `limit` addresses. Throws InvalidSitemap if it is none of these or larger than the protocol allows.
 */
export async function readSitemap(bytes: Buffer, limit: number): Promise<Sitemap> {
  const text = new TextDecoder();
  const { SaxesParser: Parser } = await import('saxes');
  const reader = new SitemapReader(new Parser({ position: false }));
  let length = 0;
  let isFirst = true;
  for await (const slice of unpack(bytes)) {
    length += slice.byteLength;
    if (length > maxBytes) throw new InvalidSitemap('the sitemap is too large');
    const piece = text.decode(slice, { stream: true });
    if (isFirst && !/^\uFEFF?\s*</.test(piece)) return readLines(bytes, limit);
    isFirst = false;
    reader.write(piece);
    if (reader.count >= limit) break;
    await pause();
  }
  return reader.finish();
}

async function* unpack(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    for (let at = 0; at < bytes.byteLength; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
    return;
  }
  const gunzip = createGunzip({ chunkSize: sliceBytes });
  gunzip.end(bytes);
  try {
    for await (const piece of gunzip) if (piece instanceof Uint8Array) yield piece;
  } catch (error) {
    throw new InvalidSitemap('the sitemap is damaged', { cause: error });
  } finally {
    gunzip.destroy();
  }
}

class SitemapReader {
  readonly #parser: SaxesParser;
  readonly #urls: string[] = [];
  readonly #sitemaps: string[] = [];
  readonly #open: string[] = [];
  #text = '';
  #root = '';

  constructor(parser: SaxesParser) {
    this.#parser = parser;
    this.#parser.on('opentag', ({ name }) => {
      const local = localName(name);
      if (this.#open.length === 0) this.#root = local;
      // Deeper ones belong to extensions, and a trap could nest forever.
      if (this.#open.length > 20) throw new InvalidSitemap('the sitemap is nested too deeply');
      this.#open.push(local);
      this.#text = '';
    });
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#add(text));
    this.#parser.on('cdata', (text) => this.#add(text));
    this.#parser.on('error', (error) => {
      throw new InvalidSitemap('the sitemap is not valid XML', { cause: error });
    });
  }

  get count(): number {
    return this.#urls.length + this.#sitemaps.length;
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  finish(): Sitemap {
    if (this.#root !== 'urlset' && this.#root !== 'sitemapindex')
      throw new InvalidSitemap('there is no sitemap at the address');
    return { urls: this.#urls, sitemaps: this.#sitemaps };
  }

  #add(text: string): void {
    if (this.#open.at(-1) === 'loc' && this.#text.length < 4000) this.#text += text;
  }

  #close(): void {
    const name = this.#open.pop();
    const parent = this.#open.at(-1);
    const address = this.#text.trim();
    if (name !== 'loc' || address === '') return;
    if (parent === 'url') this.#urls.push(address);
    if (parent === 'sitemap') this.#sitemaps.push(address);
  }
}

function readLines(bytes: Buffer, limit: number): Sitemap {
  const lines = bytes
    .toString('utf8')
    .split(/\r?\n/, limit)
    .map((line) => line.trim());
  const urls = lines.filter((line) => /^https?:\/\//i.test(line));
  if (urls.length === 0) throw new InvalidSitemap('there is no sitemap at the address');
  return { urls, sitemaps: [] };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
