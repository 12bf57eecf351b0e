import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { listenOnLoopback } from './loopback.ts';

const folder = join(import.meta.dirname, '../../examples');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Pages of a site that isn't ours: on 127.0.0.1, while the server under test is on localhost. */
export type HostPages = {
  /** The address of a page of `examples/`, or of one that was added. */
  url: (name: string) => string;
  /** Adds a page for one test, with response headers such as a Content-Security-Policy; returns its address. */
  add: (name: string, html: string, headers?: Record<string, string>) => string;
  stop: () => Promise<void>;
};

/** Serves the host pages from another origin; `{{PORTICO}}` in them becomes the origin of the server under test. */
export async function serveHostPages(portico: string): Promise<HostPages> {
  const added = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url ?? '/', 'http://host').pathname);
    if (name === 'favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const page = added.get(name) ?? readPage(name);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'text/html; charset=utf-8', ...page.headers });
    response.end(page.html.replaceAll('{{PORTICO}}', portico));
  });
  const { url: origin, stop } = await listenOnLoopback(server);
  const url = (name: string): string => `${origin}/${name}`;
  return {
    url,
    add: (name, html, headers = {}) => {
      added.set(name, { html, headers });
      return url(name);
    },
    stop,
  };
}

function readPage(name: string): { html: string; headers: Record<string, string> } | undefined {
  const file = join(folder, name);
  return name === '' || !existsSync(file) ? undefined : { html: readFileSync(file, 'utf8'), headers: {} };
}
