import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../test/client.ts';
import { cloneServerDatabase } from '../../test/databases/clone-server-database.ts';
import { startStoreProxy, type StoreProxy } from '../../test/faults/store-proxy.ts';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;

/** How long Postgres is silent, well over the time that a request may wait for it. */
const frozenMs = 25_000;
const boundMs = 20_000;

describe.runIf(databaseUrl !== undefined)('while Postgres is frozen', () => {
  let home: Awaited<ReturnType<typeof cloneServerDatabase>>;
  let proxy: StoreProxy;
  let server: ServerUnderTest;
  beforeAll(async () => {
    home = await cloneServerDatabase(databaseUrl ?? '');
    proxy = await startStoreProxy(home.url);
    server = await startServer({ DATABASE_URL: proxy.url });
  });
  afterAll(async () => {
    await server.close();
    await proxy.close();
    await home.drop();
  });

  const listAgents = async () => call(server, 'GET', '/api/v1/agents');

  it('requests are refused with 503, and served once it responds again', { timeout: 90_000 }, async () => {
    const slow = server.platform.database.sql`SELECT pg_sleep(9)`.then(() => 'finished');
    // A query that takes long is not broken off: the server responds to others.
    expect(await slow).toBe('finished');
    const thawed = proxy.freeze(frozenMs);
    const inTime = async <T>(work: Promise<T>) => Promise.race([work, sleep(boundMs, 'late' as const)]);
    // More than the pool has connections.
    const waiting = await inTime(Promise.all(Array.from({ length: 60 }, listAgents)));
    expect(waiting === 'late' ? waiting : new Set(waiting.map(({ status }) => status))).toEqual(new Set([503]));
    const next = await inTime(listAgents());
    expect(next).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
    expect(next === 'late' ? next : next.headers.get('retry-after')).toBe('2');
    await thawed;
    await expect.poll(async () => (await listAgents()).status, { timeout: boundMs }).toBe(200);
  });
});
