import { Pool } from 'undici';
import { ask } from './make-threads.ts';
import type { Row } from './row.ts';
import { startFloor, startProduct } from './start-product.ts';
import { processorSeconds } from './start-process.ts';
import { measureRate, percentile } from './support.ts';

export const name = 'A read with key, limits and one row, beside bare Express with the same select';

const connections = 10;
const rounds = 5;
const roundSeconds = 1.5;

interface Side {
  readonly pool: Pool;
  readonly pid: number;
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** Reads per second over kept-alive connections, and the server's processor time for each in microseconds. */
async function measure({ pool, pid, path, headers }: Side, seconds: number): Promise<{ rate: number; micros: number }> {
  const get = async (): Promise<void> => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.text();
    if (statusCode !== 200) throw new Error(`${path} responded with ${statusCode}`);
  };
  const before = processorSeconds(pid);
  const rate = await measureRate(connections, seconds, get);
  return { rate, micros: ((processorSeconds(pid) - before) / (rate * seconds)) * 1e6 };
}

export async function run(): Promise<Row[]> {
  const product = await startProduct();
  const agent = await ask<{ id: string }>(product, 'POST', '/agents', { name: 'Bench' });
  const words = [JSON.stringify(agent), ...(product.databaseUrl === undefined ? [] : [product.databaseUrl])];
  const bare = await startFloor('bare-read', words);
  const open = (origin: string) => new Pool(origin, { connections });
  const sides = {
    bare: { pool: open(`http://127.0.0.1:${bare.port}`), pid: bare.pid, path: `/agents/${agent.id}`, headers: {} },
    ours: {
      pool: open(product.url),
      pid: product.pid,
      path: `/api/v1/agents/${agent.id}`,
      headers: { 'X-API-Key': product.apiKey },
    },
  };
  try {
    await measure(sides.bare, 2);
    await measure(sides.ours, 2);
    const [floors, values]: [Awaited<ReturnType<typeof measure>>[], Awaited<ReturnType<typeof measure>>[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // Alternately, so that disturbances affect both equally.
      floors.push(await measure(sides.bare, roundSeconds));
      values.push(await measure(sides.ours, roundSeconds));
    }
    const middle = (samples: typeof floors, of: 'rate' | 'micros') =>
      percentile(
        samples.map((sample) => sample[of]),
        0.5,
      );
    const [value, floor] = [middle(values, 'rate'), middle(floors, 'rate')];
    return [
      { what: 'GET /api/v1/agents/:id', value, unit: '1/s', floor },
      { what: 'processor time of one', value: middle(values, 'micros'), unit: 'µs', floor: middle(floors, 'micros') },
      { what: 'share of the floor', value: value / floor, unit: '', aim: { atLeast: 0.5 } },
    ];
  } finally {
    await Promise.all([sides.bare.pool.destroy(), sides.ours.pool.destroy()]);
    await bare.end();
    await product.close();
  }
}
