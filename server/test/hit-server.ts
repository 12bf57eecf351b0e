import { createServer, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

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
  const { host, url, close } = await listenOnLoopback(server);
  return {
    url: `${url}/send`,
    host,
    hits,
    get answer() {
      return outside.answer;
    },
    set answer(answer) {
      outside.answer = answer;
    },
    close,
  };
}
