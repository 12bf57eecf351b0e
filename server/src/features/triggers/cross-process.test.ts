import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { spawnServer, type SpawnedServer } from '../../../test/spawn-server.ts';
import { type DatabaseHome, prepareDatabaseHome } from '../../../test/databases/prepare-database-home.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { text } from '../../../test/workflow-runs.ts';

const services = process.env['TEST_DATABASE_URL'] !== undefined;

// Only one process can use the embedded database; with real servers there are two, and one of them is killed.
describe.skipIf(!services)('two processes on one database', () => {
  let home: DatabaseHome;
  let dataDir: string;
  let receiver: WebhookReceiver;
  let first: SpawnedServer;
  let second: SpawnedServer;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
    home = await prepareDatabaseHome(dataDir);
    receiver = await startWebhookReceiver();
    const environment = { OUTBOUND_ALLOW: receiver.host, ...home.environment };
    first = await spawnServer(dataDir, environment);
    second = await spawnServer(dataDir, environment);
  });
  afterAll(async () => {
    await first.end('SIGKILL');
    await second.end('SIGKILL');
    await receiver.close();
    await home.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  const post = async (path: string, body: object) => (await call(first, 'POST', `/api/v1${path}`, { body })).body.data;

  it('together fire a tick once and deliver each event once, even when one is killed', async () => {
    const types = { event_types: ['execution.started'] };
    const webhook = await post('/webhooks', { url: `${receiver.url}/ticks`, ...types });
    const workflow = await post('/workflows', { name: 'Tick', definition: { nodes: [text('a', 'x')] } });
    const clock = { type: 'schedule', schedule: { cron: '* * * * * *' } };
    const trigger = await post('/triggers', { name: 'Clock', workflow_id: workflow.id, ...clock });
    await receiver.waitFor('/ticks', 5);
    await second.end('SIGKILL');
    const sentBeforeKill = receiver.received.map(({ headers }) => headers['webhook-id']);
    await receiver.waitFor('/ticks', 9);
    await call(first, 'PATCH', `/api/v1/triggers/${trigger.id}`, { body: { enabled: false } });

    const read = async (path: string) => (await call(first, 'GET', `/api/v1/${path}?per_page=100`)).body.data;
    // Read together each time, because the tick that was about to fire still does.
    const { ticks, deliveries, sent } = await eventually(async () => {
      const executions: { id: string }[] = await read('executions');
      const all: { id: string; status: string; attempts: number }[] = await read(`webhooks/${webhook.id}/deliveries`);
      const received = receiver.received.map(({ headers }) => headers['webhook-id']);
      const isDone = [executions.length, new Set(received).size].every((count) => count === all.length);
      if (!isDone || all.some(({ status }) => status !== 'success')) return undefined;
      return { ticks: executions.map(({ id }) => id.slice(4, 14)), deliveries: all, sent: received };
    });
    expect(new Set(ticks).size).toBe(ticks.length);
    expect(new Set(deliveries.map(({ attempts }) => attempts))).toEqual(new Set([1]));
    // Only events that the killed process had just sent may arrive again, once and with the same id.
    expect(new Set(sent)).toEqual(new Set(deliveries.map(({ id }) => id)));
    const repeated = sent.filter((id, at) => sent.indexOf(id) !== at);
    expect(new Set(repeated).size).toBe(repeated.length);
    expect(sentBeforeKill).toEqual(expect.arrayContaining(repeated));
  });
});
