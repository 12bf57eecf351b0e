import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface HitServer {
  readonly url: string;
  /** Host and port, for OUTBOUND_ALLOW. */
  readonly host: string;
  /** The bodies of all requests so far. */
  readonly hits: string[];
  /** The response to requests; by default an immediate empty one. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A double of an external server, which tools call. */
export async function startHitServer(): Promise<HitServer> {
  const hits: string[] = [];
  const outside = {
    answer: (response: ServerResponse) => {
      response.end('done');
    },
  };
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      hits.push(text);
      outside.answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    host: `127.0.0.1:${port}`,
    hits,
    get answer() {
      return outside.answer;
    },
    set answer(answer) {
      outside.answer = answer;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
