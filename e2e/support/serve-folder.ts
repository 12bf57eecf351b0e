import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { listenOnLoopback, type Listening } from './loopback.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Serves a folder, and pages written for a test, from a separate origin. */
export function serveFolder(folder: string, pages: Record<string, string>): Promise<Listening> {
  const server = createServer((request, response) => {
    const name = normalize(new URL(request.url ?? '/', 'http://site').pathname).slice(1);
    const file = join(folder, name);
    const content = pages[name] ?? (existsSync(file) && extname(name) !== '' ? readFileSync(file) : undefined);
    const type = types[extname(name)];
    response.writeHead(content === undefined ? 204 : 200, type === undefined ? {} : { 'Content-Type': type });
    response.end(content);
  });
  return listenOnLoopback(server);
}
