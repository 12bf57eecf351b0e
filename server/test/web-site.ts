import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** The response of a site to one request; a text is a page. */
export type SiteAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Milliseconds before anything is sent. */
      readonly delayMs?: number;
      /** Writes the response itself. */
      readonly send?: (response: ServerResponse) => void;
    };

export interface SiteRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The time of the test's clock. */
  readonly at: number;
}

export interface WebSite {
  /** Without a slash at the end. */
  readonly url: string;
  readonly host: string;
  /** Every request in order. */
  readonly requests: SiteRequest[];
  /** The largest number of requests that were open at the same time. */
  readonly maxOpen: number;
  /** Number of bytes sent, including headers. */
  readonly bytes: number;
  /** The responses, by path with query; a missing one is a 404. */
  readonly pages: Map<string, SiteAnswer>;
  /** Responds to paths that `pages` does not have. */
  otherwise: (path: string, request: IncomingMessage) => SiteAnswer | undefined;
  /** Called with each request. */
  onRequest: () => void;
  /** How often a path was requested. */
  count(path: string): number;
  close(): Promise<void>;
}

/** A website on loopback, created by a test. */
export async function startWebSite(pages: Readonly<Record<string, SiteAnswer>> = {}): Promise<WebSite> {
  let open = 0;
  let maxOpen = 0;
  let bytes = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    const { socket } = response;
    const sentBefore = socket?.bytesWritten ?? 0;
    response.on('close', () => {
      open -= 1;
      bytes += (socket?.bytesWritten ?? 0) - sentBefore;
    });
    site.requests.push({ path, headers: request.headers, at: Date.now() });
    site.onRequest();
    const answer = site.pages.get(path) ?? site.otherwise(path, request) ?? { status: 404, body: 'no such page' };
    const {
      status = 200,
      headers = {},
      body = '',
      delayMs = 0,
      send,
    } = typeof answer === 'string' ? { body: answer } : answer;
    if (send !== undefined) return send(response);
    const reply = (): void => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(body);
    };
    if (delayMs > 0) setTimeout(reply, delayMs);
    else reply();
  });
  const { host, url, close } = await listenOnLoopback(server);
  const site: WebSite = {
    url,
    host,
    requests: [],
    get maxOpen() {
      return maxOpen;
    },
    get bytes() {
      return bytes;
    },
    pages: new Map(Object.entries(pages)),
    otherwise: () => undefined,
    onRequest: () => undefined,
    count: (path) => site.requests.filter((request) => request.path === path).length,
    close,
  };
  return site;
}

/** A page with a title, a unique text, and links. */
export function makePage(
  title: string,
  links: readonly string[] = [],
  more: { head?: string; body?: string } = {},
): string {
  const anchors = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${more.head ?? ''}</head>
    <body><main><h1>${title}</h1><p>This is the page about ${title}, and it says something of its own about ${title}.</p>
    ${more.body ?? ''}</main><ul>${anchors}</ul></body></html>`;
}

/** Serves a page for each path, with links to these paths. */
export function servePages(site: WebSite, paths: Readonly<Record<string, readonly string[]>>): void {
  for (const [path, links] of Object.entries(paths)) site.pages.set(path, makePage(`Page ${path}`, links));
}
