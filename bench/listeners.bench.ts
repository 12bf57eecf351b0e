import { setTimeout as wait } from 'node:timers/promises';
import { ask, makeThreads } from './make-threads.ts';
import { openListeners } from './open-listeners.ts';
import type { Row } from './row.ts';
import { startFloor, startProduct } from './start-product.ts';
import { residentBytes } from './start-process.ts';
import { percentile } from './support.ts';

export const name = 'Ten events a second to every listener of a thread, beside streams from memory';

const levels = [1000, 5000];
const seconds = 10;
const settleMs = 2000;

interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly kilobytes: number;
}

interface Side {
  readonly port: number;
  readonly pid: number;
  readonly path: string;
  readonly headers: string;
  /** Sends ten events a second for this many seconds. */
  readonly speak: () => Promise<unknown>;
}

async function measure(side: Side, count: number): Promise<Measured> {
  const before = residentBytes(side.pid);
  const listeners = await openListeners(side.port, side.path, side.headers, count);
  try {
    await wait(settleMs);
    const kilobytes = (residentBytes(side.pid) - before) / count / 1024;
    listeners.takeDelays();
    await side.speak();
    await wait(settleMs);
    const delays = listeners.takeDelays();
    const expected = seconds * 10 * count;
    // Pieces that arrived together are one event, but every listener gets all of them.
    if (delays.length % count !== 0 || delays.length < expected * 0.8)
      throw new Error(`${delays.length} of ${expected} events arrived`);
    return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), kilobytes };
  } finally {
    listeners.close();
    await wait(settleMs);
  }
}

export async function run(): Promise<Row[]> {
  const model = await startFloor('model-double', []);
  const rows: Row[] = [];
  try {
    for (const count of levels) {
      // Separate processes, so that the memory of one level is not counted for the other.
      const floor = await startFloor('bare-events', []);
      const origin = `http://127.0.0.1:${floor.port}`;
      const speakBare = async () =>
        fetch(`${origin}/?events=${seconds * 10}`, { method: 'POST' }).then((it) => it.text());
      const bare = await measure({ ...floor, path: '/', headers: '', speak: speakBare }, count);
      await floor.end();
      const product = await startProduct({ OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`, OPENAI_API_KEY: 'b' });
      const [thread = ''] = await makeThreads(product, 1);
      const ours = await measure(
        {
          port: Number(new URL(product.url).port),
          pid: product.pid,
          path: `/api/v1/threads/${thread}/events`,
          headers: `X-API-Key: ${product.apiKey}\r\n`,
          speak: async () =>
            ask(product, 'POST', `/threads/${thread}/messages`, { content: `${seconds * 10} times, 100 ms` }),
        },
        count,
      );
      await product.close();
      const what = count.toLocaleString('en');
      rows.push(
        { what: `${what} listeners, p50`, value: ours.p50, unit: 'ms', floor: bare.p50 },
        { what: `${what} listeners, p99`, value: ours.p99, unit: 'ms', floor: bare.p99, aim: { atMost: 150 } },
        {
          what: `${what} listeners, memory of each`,
          value: ours.kilobytes,
          unit: 'KB',
          floor: bare.kilobytes,
          aim: { atMost: 60 },
        },
      );
    }
    return rows;
  } finally {
    await model.end();
  }
}
