import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, followFromNow, readEvents, type ReceivedEvent } from '../../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { spawnServer, type SpawnedServer } from '../../../../test/spawn-server.ts';
import { type DatabaseHome, prepareDatabaseHome } from '../../../../test/databases/prepare-database-home.ts';

const words = Array.from({ length: 60 }, (_, index) => `${index} `);
const slowly = { text: words, tokenDelayMs: 50 };
/** It would never end by itself. */
const endless = { ...slowly, hangAfter: 30 };

// Several processes need one database and one Redis; the embedded default has a single process.
const services = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

describe.skipIf(!services)('two processes on one database', () => {
  let model: ModelServer;
  let home: DatabaseHome;
  let dataDir: string;
  let one: SpawnedServer;
  let two: SpawnedServer;
  let threadId: string;

  const start = async (): Promise<SpawnedServer> =>
    spawnServer(dataDir, {
      ...home.environment,
      SECRET_KEY: 's'.repeat(64),
      OPENAI_BASE_URL: model.url,
      DEFAULT_MODEL: 'test-model',
    });
  const stream = async (server: SpawnedServer, until?: (event: ReceivedEvent) => boolean) =>
    readEvents(server, `/api/v1/threads/${threadId}/messages`, {
      method: 'POST',
      body: { content: 'Count', stream: true },
      ...(until === undefined ? {} : { until }),
    });
  const follow = async (server: SpawnedServer) =>
    followFromNow(server, `/api/v1/threads/${threadId}/events`, {
      until: ({ event }) => ['message:completed', 'message:cancelled'].includes(event),
    });
  const isFive = ({ event, data }: ReceivedEvent) => event === 'message:delta' && String(data.content).includes('5 ');

  beforeAll(async () => {
    model = await startModelServer();
    dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
    home = await prepareDatabaseHome(dataDir);
    one = await start();
    two = await start();
    const agent = await call(one, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
    threadId = (await call(two, 'POST', `/api/v1/agents/${agent.body.data.id}/threads`)).body.data.id;
  });
  afterAll(async () => {
    await Promise.all([one.end('SIGKILL'), two.end('SIGKILL')]);
    await home.remove();
    await model.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('show the same events with the same ids', async () => {
    const there = await follow(two);
    const here = await stream(one);
    expect((await there.events).slice(1)).toEqual(here);
  });

  it('cancel a reply of the other', async () => {
    model.reply(endless);
    const streaming = stream(one);
    await eventually(async () => {
      const { body } = await call(two, 'GET', `/api/v1/threads/${threadId}/messages`);
      return body.data.at(-1).content.includes('5 ') === true ? true : undefined;
    });
    const { body } = await call(two, 'POST', `/api/v1/threads/${threadId}/cancel`);
    expect(body.data.cancelled).toBe(true);
    await eventually(async () => (model.calls.at(-1)?.aborted === true ? true : undefined));
    expect((await streaming).at(-1)?.event).toBe('message:cancelled');
  });

  it('resume the reply of a dead one', async () => {
    model.reply(endless, slowly);
    const following = await follow(two);
    await stream(one, isFive);
    await one.end('SIGKILL');
    const events = await following.events;
    const started = events.filter(({ event }) => event === 'message:started');
    expect(started).toHaveLength(2);
    expect(events.at(-1)?.data.content).toBe(words.join(''));
    one = await start();
  });

  it('hand a reply over when one is stopped', async () => {
    model.reply({ ...slowly, hangAfter: 3 }, { text: 'Here I am.' });
    const following = await follow(two);
    await stream(one, ({ event }) => event === 'message:delta');
    // It ends by itself. The reply uses up the time that work gets, so on a busy machine the rest may be cut short (1).
    expect([0, 1]).toContain(await one.end('SIGTERM'));
    expect((await following.events).at(-1)?.data.content).toBe('Here I am.');
  });
});
