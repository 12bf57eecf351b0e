import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './client.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface WebhookReceiver {
  readonly url: string;
  /** For OUTBOUND_ALLOW. */
  readonly host: string;
  readonly received: ReceivedWebhook[];
  /** Sets the response to requests of a path: a status, or a handler. The default is 200. */
  answer(path: string, how: number | ((response: ServerResponse, request: ReceivedWebhook) => void)): void;
  /** Resolves with the requests to a path once there are this many. */
  waitFor(path: string, count: number): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
}

/** A receiver of webhooks on loopback that stores all requests. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const answers = new Map<string, number | ((response: ServerResponse, request: ReceivedWebhook) => void)>();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const path = request.url ?? '';
      const seen = { path, headers: request.headers, text: Buffer.concat(pieces).toString('utf8'), at: Date.now() };
      received.push(seen);
      const how = answers.get(path) ?? 200;
      if (typeof how === 'number') response.writeHead(how).end('received');
      else how(response, seen);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    received,
    answer: (path, how) => {
      answers.set(path, how);
    },
    waitFor: async (path, count) =>
      eventually(async () => {
        const requests = received.filter((request) => request.path === path);
        return requests.length >= count ? requests : undefined;
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
