import { createServer, request, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A proxy between a visitor and the server, as in some offices and at some operators. */
export type Proxy = {
  url: string;
  /** Requested paths, without their queries. */
  asked: () => string[];
  /** Cuts every connection that is open now. */
  cut: () => void;
  stop: () => Promise<void>;
};

/**
 * Forwards requests to `target` and blocks WebSockets. With `holdsStreams` it buffers an event stream, including its
 * headers, until it has ended.
 */
export async function startProxy(target: string, options: { holdsStreams: boolean }): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    asked.push(new URL(incoming.url ?? '/', target).pathname);
    const { method, headers } = incoming;
    const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers });
    incoming.pipe(outgoing);
    response.on('close', () => outgoing.destroy());
    outgoing.on('error', () => response.destroy());
    outgoing.on('response', (answer) => {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
      if (isStream && options.holdsStreams) {
        holdBack(answer).then(
          (body) => response.writeHead(answer.statusCode ?? 502, answer.headers).end(body),
          () => response.destroy(),
        );
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
  });
  server.on('upgrade', (_request, socket) => socket.destroy());
  const { url, cut, stop } = await listenOnLoopback(server);
  return {
    url,
    asked: () => [...asked],
    cut,
    stop,
  };
}

async function holdBack(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
