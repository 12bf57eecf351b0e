import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A site created for a test, with its current pages. */
export type CrawledSite = {
  /** With a trailing slash. */
  url: string;
  /** Adds or changes pages, by path; null removes a page. */
  set: (pages: Record<string, string | null>) => void;
  stop: () => Promise<void>;
};

/** Serves HTML pages on loopback; other paths are a 404. */
export async function serveCrawledSite(first: Record<string, string>): Promise<CrawledSite> {
  const pages = new Map<string, string | null>(Object.entries(first));
  const server = createServer(({ url = '/' }, response) => {
    const body = pages.get(new URL(url, 'http://site').pathname) ?? null;
    if (body === null) response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not here');
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
  });
  const { url, stop } = await listenOnLoopback(server);
  return {
    url: `${url}/`,
    set: (changes) => {
      for (const [path, body] of Object.entries(changes)) pages.set(path, body);
    },
    stop,
  };
}

/** A page with a title, navigation, and paragraphs below headings. */
export function writePage(title: string, content: string, links: readonly string[] = []): string {
  const navigation = links.map((path) => `<li><a href="${path}">${path}</a></li>`).join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>` +
    `<nav><ul>${navigation}</ul></nav><main><h1>${title}</h1>${content}</main><footer>All rights reserved.</footer></body></html>`
  );
}
