import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { announce } from '../server/src/features/webhooks/index.ts';
import { call, eventually } from '../server/test/client.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import type { Row } from './row.ts';
import { startFloor } from './start-product.ts';
import { measureRate } from './support.ts';

export const name = 'Webhook deliveries to a fast receiver while another one hangs, beside bare POSTs to it';

const events = 1000;
const toldTogether = 50;

interface Counts {
  readonly fast: number;
  readonly hanging: number;
}

/** Notifies the webhooks of many events, and returns the deliveries per second until the fast receiver has them all. */
async function rateOf(
  { platform }: ServerUnderTest,
  workspaceId: string,
  count: () => Promise<Counts>,
): Promise<number> {
  const { fast: before } = await count();
  const started = performance.now();
  for (let told = 0; told < events; told += toldTogether) {
    await platform.database.transaction(async (tx) => {
      for (let i = told; i < told + toldTogether; i += 1) {
        const data = { id: `msg_${i}`, content: 'x'.repeat(300) };
        await announce(tx, { workspaceId, type: 'message.created', data });
      }
    });
  }
  await eventually(async () => ((await count()).fast - before >= events ? true : undefined), 120_000);
  return events / ((performance.now() - started) / 1000);
}

export async function run(): Promise<Row[]> {
  const receiver = await startFloor('receiver', []);
  const origin = `http://127.0.0.1:${receiver.port}`;
  const server = await startServer({ OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` }, { onDisk: true });
  const pool = new Pool(origin, { connections: 20 });
  const count = async (): Promise<Counts> => (await fetch(origin).then(async (it) => it.json())) as Counts;
  const listen = async (path: string) =>
    call(server, 'POST', '/api/v1/webhooks', { body: { url: origin + path, event_types: ['message.created'] } });
  try {
    const [workspace] = await server.platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces LIMIT 1`;
    const workspaceId = workspace?.id ?? '';
    const body = JSON.stringify({ type: 'message.created', data: { content: 'x'.repeat(300) } });
    const post = async (): Promise<void> => {
      const answer = await pool.request({ method: 'POST', path: '/fast', body });
      await answer.body.text();
    };
    await measureRate(20, 1, post);
    const floor = await measureRate(20, 3, post);
    await listen('/fast');
    await rateOf(server, workspaceId, count);
    const alone = await rateOf(server, workspaceId, count);
    await listen('/hang');
    const beside = await rateOf(server, workspaceId, count);
    const { hanging } = await count();
    return [
      { what: 'fast receiver alone', value: alone, unit: '1/s', floor },
      { what: 'fast receiver beside a hanging one', value: beside, unit: '1/s', floor },
      { what: 'share of what it gets alone', value: beside / alone, unit: '', aim: { atLeast: 0.5 } },
      { what: 'requests that the hanging one holds', value: hanging, unit: '' },
    ];
  } finally {
    await pool.destroy();
    await receiver.end();
    await server.close();
  }
}
