import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

export type Site = { url: string; close: () => Promise<void> };

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * Serves one page, the files of a package (compressed with brotli and cacheable), and the responses of its back end.
 * All peers get the same delivery as the widget from its own server.
 */
export async function servePage(
  body: string,
  folder: string | null,
  answers: readonly (readonly [RegExp, unknown])[] = [],
): Promise<Site> {
  const small = new Map<string, Buffer>();
  const squeeze = (path: string, content: Buffer): Buffer => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    const known = small.get(path) ?? brotliCompressSync(content, { params });
    small.set(path, known);
    return known;
  };
  const send = (response: ServerResponse, path: string, type: string, content: Buffer): void => {
    const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000' };
    response.writeHead(200, headers).end(squeeze(path, content));
  };
  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
    request.resume();
    if (pathname === '/') {
      const html = writePage(body.replaceAll('{{ORIGIN}}', origin));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      return;
    }
    const file = folder === null ? null : join(folder, normalize(pathname));
    const type = types[extname(pathname)];
    if (file !== null && type !== undefined && existsSync(file) && statSync(file).isFile()) {
      send(response, file, type, readFileSync(file));
      return;
    }
    const [, answer] = answers.find(([pattern]) => pattern.test(pathname)) ?? [null, undefined];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Compressing large bundles takes seconds; done once before the measurement. */
export async function warm(site: Site, paths: readonly string[]): Promise<void> {
  for (const path of paths) await (await fetch(new URL(path, site.url))).arrayBuffer();
}

const writePage = (body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<link rel="icon" href="data:,"></head>
<body><h1>Bicycles for a lifetime</h1><p>Every one is built by hand in our workshop by the harbour.</p>${body}</body>
</html>`;
