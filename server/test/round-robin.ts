import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

/** A proxy in front of several web processes that works like deploy/nginx.conf. */
export interface RoundRobin {
  readonly url: string;
  /** The number of requests that each target has responded to, by its address. */
  readonly answered: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Starts the proxy on loopback. Each request is forwarded to the next of `targets`, or to the following one if that
 * refuses the connection. Bytes are forwarded as they arrive.
 */
export async function startRoundRobin(targets: () => readonly string[]): Promise<RoundRobin> {
  const answered = new Map<string, number>();
  let turn = 0;
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const all = targets();
    turn += 1;
    for (let attempt = 0; attempt < all.length; attempt += 1) {
      const target = all[(turn + attempt) % all.length] ?? '';
      const response = await send(target, incoming, body);
      if (response === 'refused') continue;
      if (response === undefined) break;
      answered.set(target, (answered.get(target) ?? 0) + 1);
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      outgoing.flushHeaders();
      response.on('error', () => outgoing.destroy()).pipe(outgoing);
      outgoing.on('close', () => response.destroy());
      return;
    }
    outgoing.writeHead(502).end();
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, answered, close };
}

/** The response; `refused` if nothing listens there; undefined if the connection broke before the response. */
async function send(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | 'refused' | undefined> {
  return new Promise((resolve) => {
    const sent = request(target + (url ?? ''), { method, headers, agent: false });
    sent.on('response', resolve);
    sent.on('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : undefined));
    sent.end(body);
  });
}
