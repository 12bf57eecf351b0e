import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';

/**
 * What the proxy does with one request: forwards it, refuses it, or ends the connection before or during the response.
 */
export type Mishap = 'none' | 'refuse' | 'drop-request' | 'drop-answer' | { readonly cutAfterBytes: number };

export interface FlakyProxy {
  readonly url: string;
  /** Every received request, as `GET /path`, with its headers. */
  readonly seen: { readonly line: string; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/**
 * A proxy in front of the server under test that simulates faults of a network, as `plan` returns them for each
 * request.
 */
export async function startFlakyProxy(
  target: string,
  plan: (line: string, count: number) => Mishap,
): Promise<FlakyProxy> {
  const seen: { line: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    seen.push({ line, headers: request.headers });
    const mishap = plan(line, seen.filter((earlier) => earlier.line === line).length);
    if (mishap === 'drop-request') request.socket.destroy();
    else if (mishap === 'refuse') refuse(response);
    else pass(target, request, response, mishap);
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, seen, close };
}

function refuse(response: ServerResponse): void {
  const error = { code: 'service_unavailable', message: 'Away.', details: {} };
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '0' });
  response.end(JSON.stringify({ error, meta: { request_id: 'req_proxy', timestamp: new Date().toISOString() } }));
}

function pass(target: string, request: IncomingMessage, response: ServerResponse, mishap: Mishap): void {
  const onward = forward(target + request.url, { method: request.method, headers: request.headers }, (answer) => {
    if (mishap === 'drop-answer') {
      answer.resume().on('end', () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    let left = typeof mishap === 'object' ? mishap.cutAfterBytes : Number.POSITIVE_INFINITY;
    answer.on('data', (piece: Buffer) => {
      if (left <= 0) return;
      response.write(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) request.socket.destroySoon();
    });
    answer.on('end', () => response.end());
  });
  onward.on('error', () => request.socket.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
