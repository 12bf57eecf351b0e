import { setImmediate as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Parser } from 'htmlparser2';

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
const noSitemap = 'there is no sitemap at the address';

/**
 * Reads a sitemap, an index of sitemaps, or a list of addresses as plain text; compressed with gzip or not. Stops after
 * `limit` addresses. Throws InvalidSitemap if it is none of these or larger than the protocol allows.
 */
export async function readSitemap(bytes: Buffer, limit: number): Promise<Sitemap> {
  const text = new TextDecoder();
  const { Parser } = await import('htmlparser2');
  const reader = new SitemapReader(Parser);
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

/**
 * Collects the addresses. Its parser forgives what a strict one rejects and sites contain: addresses with bare
 * ampersands, blank lines before the declaration.
 */
class SitemapReader {
  readonly #parser: Parser;
  readonly #urls: string[] = [];
  readonly #sitemaps: string[] = [];
  readonly #open: string[] = [];
  #text = '';
  #hasRoot = false;

  constructor(XmlParser: typeof Parser) {
    const handlers = {
      onopentagname: (name: string) => this.#start(localName(name)),
      onclosetag: () => this.#close(),
      ontext: (text: string) => this.#add(text),
    };
    this.#parser = new XmlParser(handlers, { xmlMode: true });
  }

  get count(): number {
    return this.#urls.length + this.#sitemaps.length;
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  finish(): Sitemap {
    if (!this.#hasRoot) throw new InvalidSitemap(noSitemap);
    return { urls: this.#urls, sitemaps: this.#sitemaps };
  }

  #start(name: string): void {
    if (this.#open.length === 0) {
      if (name !== 'urlset' && name !== 'sitemapindex') throw new InvalidSitemap(noSitemap);
      this.#hasRoot = true;
    }
    // Deeper ones belong to extensions, and a trap could nest forever.
    if (this.#open.length > 20) throw new InvalidSitemap('the sitemap is nested too deeply');
    this.#open.push(name);
    this.#text = '';
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
  if (urls.length === 0) throw new InvalidSitemap(noSitemap);
  return { urls, sitemaps: [] };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
