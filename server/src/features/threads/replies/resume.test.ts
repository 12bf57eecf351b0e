import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, eventually, readEvents, type ReceivedEvent } from '../../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../../test/loopback.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { spawnServer, type SpawnedServer } from '../../../../test/spawn-server.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { type DatabaseHome, prepareDatabaseHome } from '../../../../test/databases/prepare-database-home.ts';
import { startReplyWorker } from './replies.worker.ts';

const words = Array.from({ length: 40 }, (_, index) => `${index} `);
const slowly = { text: words, tokenDelayMs: 50 };
/** A reply that only the loss of its process or its lease ends. */
const endless = { ...slowly, hangAfter: 30 };

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
});
afterAll(async () => model.close());
// No test gets the replies that another one has left over.
beforeEach(() => model.always({}));

type Reached = Pick<ServerUnderTest, 'url' | 'apiKey'>;

async function openThread(reached: Reached, agent: Record<string, unknown> = {}): Promise<string> {
  const made = await call(reached, 'POST', '/api/v1/agents', { body: { name: 'Guide', ...agent } });
  return (await call(reached, 'POST', `/api/v1/agents/${made.body.data.id}/threads`)).body.data.id;
}

/**
 * The text that a client shows after these events: a second `message:started` clears it
 * (docs/reference/streams.md#replies).
 */
function follow(events: readonly ReceivedEvent[]): string {
  let text = '';
  for (const { event, data } of events) {
    if (event === 'message:started') text = '';
    else if (event === 'message:delta') text += data.content;
  }
  return text;
}

describe('a reply whose process has died', () => {
  let home: DatabaseHome;
  let dataDir: string;
  let place: Listening;
  let asked = 0;
  const processes: SpawnedServer[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
    home = await prepareDatabaseHome(dataDir);
    place = await serveOnLoopback((_request, response) => {
      asked += 1;
      response.end('It rains.');
    });
  });
  afterAll(async () => {
    for (const one of processes) await one.end('SIGKILL');
    await place.close();
    await home.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  const startProcess = async (): Promise<SpawnedServer> => {
    const started = await spawnServer(dataDir, {
      OPENAI_BASE_URL: model.url,
      DEFAULT_MODEL: 'test-model',
      OUTBOUND_ALLOW: place.host,
      ...home.environment,
    });
    processes.push(started);
    return started;
  };

  it('is resumed after kill -9, keeps every event, and calls no tool twice', async () => {
    const first = await startProcess();
    const tool = { type: 'http', name: 'weather', request: { url: `${place.url}/` } };
    const threadId = await openThread(first, { tools: [tool] });
    model.reply({ text: 'Let me look. ', toolCalls: [{ name: 'weather', arguments: {} }] }, endless, slowly);
    const before = await readEvents(first, `/api/v1/threads/${threadId}/messages`, {
      method: 'POST',
      body: { content: 'How is it?', stream: true },
      until: ({ event, data }) => event === 'message:delta' && String(data.content).includes('5 '),
    });
    await first.end('SIGKILL');
    expect(asked).toBe(1);

    const second = await startProcess();
    const events = `/api/v1/threads/${threadId}/events`;
    const until = ({ event }: ReceivedEvent) => event === 'message:completed';
    const seen = String(before.at(-1)?.id);
    const [after, all] = await Promise.all([
      readEvents(second, events, { headers: { 'Last-Event-ID': seen }, until }),
      readEvents(second, events, { headers: { 'Last-Event-ID': '0' }, until }),
    ]);
    expect(all.slice(1, before.length + 1)).toEqual(before);
    expect([...before, ...after.slice(1)]).toEqual(all.slice(1));
    expect(all.slice(1).map(({ id }) => id)).toEqual(all.slice(1).map((_, index) => index + 1));
    const started = all.filter(({ event }) => event === 'message:started').map(({ data }) => data.message_id);
    expect(started).toHaveLength(2);
    expect(new Set(started).size).toBe(1);
    expect(asked).toBe(1);
    const whole = `Let me look. \n\n${words.join('')}`;
    expect(follow(all)).toBe(whole);
    expect(all.at(-1)?.data).toMatchObject({ content: whole, tool_calls: [{ name: 'weather' }], status: 'complete' });
    const { body } = await call(second, 'GET', `/api/v1/threads/${threadId}/messages`);
    expect(body.data.map(({ content }: { content: string }) => content)).toEqual(['How is it?', whole]);
  });
});

describe('a reply whose lease was lost', () => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await startServer({ OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'test-model' });
  });
  afterAll(async () => server.close());

  it('gets nothing more from the process that lost it, and continues once the other one stops responding', async () => {
    const threadId = await openThread(server);
    model.reply(endless, slowly);
    const { sql } = server.platform.database;
    const path = `/api/v1/threads/${threadId}/messages`;
    const streaming = readEvents(server, path, { method: 'POST', body: { content: 'Count', stream: true } });
    await eventually(async () => {
      const { body } = await call(server, 'GET', path);
      return body.data[1]?.content.includes('3 ') === true ? true : undefined;
    });
    // Another process claims it, and dies.
    await sql`UPDATE replies SET lease_token = lease_token + 1, lease_until = now() + interval '1 hour'
      WHERE thread_id = ${threadId}`;
    const taken = await server.platform.events.lastId(sql, threadId);
    await eventually(async () => (model.calls.at(-1)?.aborted === true ? true : undefined));
    expect(await server.platform.events.lastId(sql, threadId)).toBe(taken);
    await sql`UPDATE replies SET lease_until = now() WHERE thread_id = ${threadId}`;
    const events = await streaming;
    expect(events.filter(({ event }) => event === 'message:started').map(({ id }) => id)).toEqual([2, taken + 1]);
    expect(follow(events)).toBe(words.join(''));
    expect(events.at(-1)).toMatchObject({ event: 'message:completed', data: { content: words.join('') } });
  });

  it('is released by a process that stops, and starts immediately in the next one', async () => {
    const threadId = await openThread(server);
    model.reply(endless);
    const path = `/api/v1/threads/${threadId}/messages`;
    const streaming = readEvents(server, path, { method: 'POST', body: { content: 'Count', stream: true } });
    await eventually(async () => ((await call(server, 'GET', path)).body.data.length === 2 ? true : undefined));
    const { sql } = server.platform.database;
    const leases = () =>
      sql<{ held: boolean }[]>`SELECT lease_until IS NOT NULL AS held FROM replies WHERE thread_id = ${threadId}`;
    expect(await leases()).toEqual([{ held: true }]);
    await server.platform.threads.worker.current?.stop();
    expect(await leases()).toEqual([{ held: false }]);
    const stop = startReplyWorker(server.platform);
    model.reply({ text: 'Here again.' });
    const events = await streaming;
    expect(events.at(-1)).toMatchObject({ event: 'message:completed', data: { content: 'Here again.' } });
    await stop();
  });
});
