import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { eventually } from './client.ts';
import { listenOnLoopback } from './loopback.ts';

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
  const { host, url, close } = await listenOnLoopback(server);
  return {
    url,
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
    close,
  };
}
