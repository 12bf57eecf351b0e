import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claimRedisDatabase } from '../../test/databases/claim-redis-database.ts';
import { startStoreProxy, type StoreProxy } from '../../test/faults/store-proxy.ts';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';

const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;

describe.runIf(databaseUrl !== undefined && redisUrl !== undefined)('when the connections to Redis are lost', () => {
  let home: Awaited<ReturnType<typeof claimRedisDatabase>>;
  let proxy: StoreProxy;
  let server: ServerUnderTest;
  beforeAll(async () => {
    home = await claimRedisDatabase(redisUrl ?? '');
    proxy = await startStoreProxy(home.url);
    server = await startServer({ REDIS_URL: proxy.url });
  });
  afterAll(async () => {
    await server.close();
    await proxy.close();
    await home.release();
  });

  it('each line of the log names the setting', async () => {
    const { log } = server.platform;
    const lines = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
    const messages = () => lines.flatMap(({ mock }) => mock.calls.map(([, message]) => message));
    await proxy.refuse(3_000);
    await expect.poll(messages).not.toEqual([]);
    expect(messages().filter((message) => message?.includes('REDIS_URL') !== true)).toEqual([]);
    vi.restoreAllMocks();
  });
});
