import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that never becomes ready by itself. `becomeReady` has it respond to every request with a page. */
export async function openStartingServer() {
  // An import by name would add the server's files to the types of these tests, which are those of pages.
  const http = new URL('../../server/src/app/http.ts', import.meta.url).href;
  const { createHttpServer } = (await import(http)) as { createHttpServer: () => Server };
  const server = createHttpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const becomeReady = (html: string): void => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(html);
    });
  };
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, becomeReady, close };
}
