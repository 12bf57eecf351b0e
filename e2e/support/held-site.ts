import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A site whose pages the server under test fetches, and which can delay them. */
export type HeldSite = {
  url: (path: string) => string;
  /** The next request of a path below `/held` stays open until the test lets it go. */
  release: () => void;
  stop: () => Promise<void>;
};

/** Serves `pages` by their path on loopback; a path below `/held` waits for `release`, any other is a 404. */
export async function serveHeldSite(pages: Record<string, { type: string; body: string }>): Promise<HeldSite> {
  let held: (() => void)[] = [];
  let isOpen = false;
  const answer = (path: string, response: ServerResponse): void => {
    const page = pages[path];
    if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': page.type }).end(page.body);
  };
  const server = createServer(({ url = '/' }, response) => {
    if (!url.startsWith('/held') || isOpen) answer(url, response);
    else held.push(() => answer(url, response));
  });
  const { url: origin, stop } = await listenOnLoopback(server);
  return {
    url: (path) => `${origin}${path}`,
    release: () => {
      isOpen = true;
      for (const go of held) go();
      held = [];
    },
    stop,
  };
}
