import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** A site whose pages the server under test fetches, and which can make it wait. */
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return {
    url: (path) => `http://127.0.0.1:${address.port}${path}`,
    release: () => {
      isOpen = true;
      for (const go of held) go();
      held = [];
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
