import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeliveryAttempt, WebhookDelivery } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeouts } from '../../../../scripts/tests/timeouts.ts';
import { call, eventually } from '../../../test/client.ts';
import { spawnServer, type SpawnedServer } from '../../../test/spawn-server.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { type ProcessHome, prepareDatabaseHome } from '../../../test/databases/prepare-database-home.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { text } from '../../../test/workflow-runs.ts';

type Reached = Pick<ServerUnderTest, 'url' | 'apiKey'>;

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(async () => receiver.close());

const post = async (server: Reached, path: string, body?: unknown) =>
  (await call(server, 'POST', `/api/v1${path}`, body === undefined ? {} : { body })).body.data;
const subscribe = async (server: Reached, path: string): Promise<string> =>
  (await post(server, '/webhooks', { url: receiver.url + path, event_types: ['execution.completed'] })).id;
const makeWorkflow = async (server: Reached): Promise<string> =>
  (await post(server, '/workflows', { name: 'Quick', definition: { nodes: [text('a', 'x')] } })).id;
const deliveriesOf = async (server: Reached, id: string): Promise<WebhookDelivery[]> =>
  (await call(server, 'GET', `/api/v1/webhooks/${id}/deliveries?per_page=100`)).body.data;

describe('in one process', () => {
  let server: ServerUnderTest;
  let workflow: string;
  beforeAll(async () => {
    server = await startServer({ OUTBOUND_ALLOW: receiver.host }, { leases: { graceMs: 50 } });
    workflow = await makeWorkflow(server);
  });
  afterAll(async () => server.close());
  const fire = async (times: number) => {
    for (let i = 0; i < times; i += 1) await post(server, `/workflows/${workflow}/execute`);
  };

  it('receivers that hang delay no other', async () => {
    const { received } = receiver;
    const waiting = { now: 0, most: 0 };
    const paths = Array.from({ length: 20 }, (_, at) => `/hang/${at}`);
    const hanging = [];
    for (const path of paths) {
      receiver.answer(path, (response) => {
        waiting.now += 1;
        waiting.most = Math.max(waiting.most, waiting.now);
        response.on('close', () => (waiting.now -= 1));
      });
      hanging.push(await subscribe(server, path));
    }
    const quick = await subscribe(server, '/quick');
    // Together more than a process could attempt concurrently without the limit on each receiver.
    await fire(60);
    await receiver.waitFor('/quick', 60);
    expect(
      await eventually(async () => {
        const done = (await deliveriesOf(server, quick)).filter((one) => one.status === 'success');
        return done.length === 60 ? done.length : undefined;
      }),
    ).toBe(60);
    const requested = () => new Set(received.map(({ path }) => path));
    await eventually(async () => paths.every((path) => requested().has(path)) || undefined);
    // Twenty to each receiver; the other attempts wait until these are given up after 15 s. Once one of them was given
    // up, its receiver gets one at a time. One may be seen to be given up only after the next one has come; a process
    // attempts a thousand at a time.
    expect(waiting.most).toBeLessThan(20 * 21);
    const [first = ''] = hanging;
    const statuses = (await deliveriesOf(server, first)).map((one) => one.status);
    expect(statuses).toHaveLength(60);
    // On a busy machine some are given up before the last one is checked.
    expect(new Set(statuses).difference(new Set(['pending', 'retrying']))).toEqual(new Set());
    for (const id of [...hanging, quick]) await call(server, 'DELETE', `/api/v1/webhooks/${id}`);
  });

  it('an attempt that lost its lease records nothing, and a success is recorded once', async () => {
    const held: ServerResponse[] = [];
    receiver.answer('/twice', (response) => held.push(response));
    const id = await subscribe(server, '/twice');
    await fire(1);
    await receiver.waitFor('/twice', 1);
    await server.platform.database.sql`
      UPDATE webhook_deliveries SET due_at = now() - interval '1 second' WHERE webhook_id = ${id}`;
    const requests = await receiver.waitFor('/twice', 2);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    held[0]?.writeHead(500).end('late');
    held[1]?.end('in time');
    const [delivery] = await eventually(async () => {
      const all = await deliveriesOf(server, id);
      return all[0]?.status === 'pending' ? undefined : all;
    });
    expect(delivery).toMatchObject({ status: 'success', attempts: 1 });
    const detail = await call(server, 'GET', `/api/v1/webhooks/${id}/deliveries/${delivery?.id}`);
    expect(detail.body.data.attempt_log.map((one: DeliveryAttempt) => one.response_body)).toEqual(['in time']);
    await call(server, 'DELETE', `/api/v1/webhooks/${id}`);
  });
});

describe('when the process is killed', () => {
  let home: ProcessHome;
  let dataDir: string;
  const processes: SpawnedServer[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
    home = await prepareDatabaseHome(dataDir);
  });
  afterAll(async () => {
    for (const one of processes) await one.end('SIGKILL');
    await home.remove();
    await rm(dataDir, { recursive: true, force: true });
  });
  const startProcess = async (): Promise<SpawnedServer> => {
    const started = await spawnServer(dataDir, { OUTBOUND_ALLOW: receiver.host, ...home.environment });
    processes.push(started);
    return started;
  };

  it('no delivery is lost, and none is recorded twice', async () => {
    const events = 30;
    const first = await startProcess();
    const id = await subscribe(first, '/killed');
    const workflow = await makeWorkflow(first);
    let answered = 0;
    // Before the kill, some have been delivered, some are being sent, and some wait.
    receiver.answer('/killed', (response) => {
      answered += 1;
      if (answered <= 5) response.end();
    });
    for (let i = 0; i < events; i += 1) await post(first, `/workflows/${workflow}/execute`);
    await receiver.waitFor('/killed', 10);
    await eventually(async () => ((await deliveriesOf(first, id)).length === events ? true : undefined));
    await first.end('SIGKILL');
    await home.expireLeases();
    receiver.answer('/killed', 200);

    const second = await startProcess();
    const deliveries = await eventually(async () => {
      const all = await deliveriesOf(second, id);
      return all.every((one) => one.status === 'success') ? all : undefined;
    }, timeouts.testTimeout);
    expect(deliveries).toHaveLength(events);
    for (const { id: deliveryId, attempts } of deliveries) {
      const path = `/api/v1/webhooks/${id}/deliveries/${deliveryId}`;
      const log: DeliveryAttempt[] = (await call(second, 'GET', path)).body.data.attempt_log;
      expect(log).toHaveLength(attempts);
      // Before the kill, a slow machine may have given some up.
      expect(log.map(({ response_status: status }) => status).filter((status) => status !== null)).toEqual([200]);
    }
    const ids = new Set(
      receiver.received.filter(({ path }) => path === '/killed').map(({ headers }) => headers['webhook-id']),
    );
    expect(ids).toEqual(new Set(deliveries.map((one) => one.id)));
  });
});
