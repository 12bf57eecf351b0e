import { connect, createServer } from 'node:net';
import { listenOnLoopback } from './loopback.ts';

/** A proxy to the server that breaks connections on request. */
export type StreamCutter = {
  /** Origin of the server as seen through the proxy. */
  url: string;
  /** How many event streams were cut so far. */
  readonly cuts: number;
  /** From now on each event stream is cut in the middle of an event, after this many whole ones; null stops cutting. */
  cutEventsAfter: (events: number | null) => void;
  /**
   * Breaks the connection of the next request whose first line matches, once the server has responded and before any
   * byte is passed on.
   */
  swallowAnswer: (request: RegExp) => void;
  stop: () => Promise<void>;
};

/** A browser discards unread data of a broken response, so the page gets time to read whole events. */
const takingMs = 200;

/** Starts a TCP proxy before a server on loopback. */
export async function startStreamCutter(target: string): Promise<StreamCutter> {
  const { hostname, port } = new URL(target);
  let cuts = 0;
  let most: number | null = null;
  let unanswered: RegExp | null = null;

  const server = createServer((visitor) => {
    const origin = connect(Number(port), hostname);
    let request = '';
    let events = 0;
    let isCut = false;
    for (const socket of [visitor, origin]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        visitor.destroy();
        origin.destroy();
      });
    }
    visitor.on('data', (bytes: Buffer) => {
      const line = /^[A-Z]+ \S+ HTTP/.exec(bytes.toString('latin1'))?.[0];
      if (line !== undefined) {
        request = line;
        events = 0;
      }
      origin.write(bytes);
    });
    origin.on('data', (bytes: Buffer) => {
      if (isCut) return;
      if (unanswered?.test(request) === true) {
        unanswered = null;
        visitor.destroy();
        return;
      }
      const text = bytes.toString('latin1');
      const starts = /\/events(?:\?\S*)? HTTP$/.test(request) ? [...text.matchAll(/(?:^|\n)id: \d+\n/g)] : [];
      const last = most === null ? undefined : starts[Math.max(0, most - events)];
      events += starts.length;
      if (last === undefined) {
        visitor.write(bytes);
        return;
      }
      cuts += 1;
      visitor.write(bytes.subarray(0, last.index + last[0].length + 8));
      isCut = true;
      setTimeout(() => visitor.destroy(), takingMs);
    });
  });
  const { url, stop } = await listenOnLoopback(server);
  return {
    url,
    get cuts() {
      return cuts;
    },
    cutEventsAfter: (events) => {
      most = events;
    },
    swallowAnswer: (request) => {
      unanswered = request;
    },
    stop,
  };
}
