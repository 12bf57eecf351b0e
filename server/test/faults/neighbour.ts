import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';

/** One request that a node sent. */
export interface NeighbourCall {
  /** The execution and node it came from. */
  readonly key: string;
  /** The response, which is different for each call. */
  readonly token: string;
  readonly at: number;
  /** True once the whole response was written to the network. */
  answered: boolean;
  /** When its connection was closed before the response, in milliseconds since the epoch. */
  closedAt: number | undefined;
  /** Releases the response, if it is held. */
  release(): void;
}

export interface Neighbour {
  readonly url: string;
  /** For OUTBOUND_ALLOW. */
  readonly host: string;
  readonly calls: NeighbourCall[];
  close(): Promise<void>;
}

/**
 * The server that nodes of the fault campaigns call. Each response has a unique token, which shows at the end which
 * response was used. `?ms=` sets the delay of the response; with `?ms=held` it waits for `release`.
 */
export async function startNeighbour(): Promise<Neighbour> {
  const calls: NeighbourCall[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://neighbour');
    const token = randomUUID().slice(0, 8);
    const call: NeighbourCall = {
      key: String(request.headers['idempotency-key']),
      token,
      at: Date.now(),
      answered: false,
      closedAt: undefined,
      release: () => answer(response, token),
    };
    calls.push(call);
    response.on('close', () => {
      if (response.writableFinished) call.answered = true;
      else call.closedAt = Date.now();
    });
    const ms = searchParams.get('ms');
    if (ms !== 'held') setTimeout(call.release, Number(ms));
  });
  const { host, url, close } = await listenOnLoopback(server);
  return {
    url,
    host,
    calls,
    close,
  };
}

function answer(response: ServerResponse, token: string): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }));
}
