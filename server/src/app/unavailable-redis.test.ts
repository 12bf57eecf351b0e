import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../../test/client.ts';
import { claimRedisDatabase } from '../../test/databases/claim-redis-database.ts';
import { startStoreProxy, type StoreProxy } from '../../test/faults/store-proxy.ts';
import { createChat, visitChat } from '../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';

const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;

/** How long Redis is silent, well over the time that requests take meanwhile on a busy machine. */
const frozenMs = 15_000;

describe.runIf(databaseUrl !== undefined && redisUrl !== undefined)('while Redis is unavailable', () => {
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

  afterEach(() => vi.restoreAllMocks());

  it('frozen, messages keep no connection to the database, and requests are refused soon', async () => {
    const chat = await createChat(server, { limits: { daily_messages: 1_000, sessions_per_minute: 100 } });
    const visits = await Promise.all(Array.from({ length: 20 }, async () => visitChat(server, chat)));

    // Redis freezes once all messages have passed the limits of their requests.
    const { rateLimiter } = server.platform;
    const { take } = rateLimiter;
    const frozen = Promise.withResolvers<undefined>();
    const thawed = Promise.withResolvers<'late'>();
    let passed = 0;
    let isFrozen = false;
    vi.spyOn(rateLimiter, 'take').mockImplementation(async (rules) => {
      const outcome = await take(rules);
      if (rules.some(({ name }) => name.startsWith('chat-session:')) && passed < visits.length) {
        passed += 1;
        if (passed === visits.length) {
          isFrozen = true;
          void proxy.freeze(frozenMs).then(() => {
            isFrozen = false;
            thawed.resolve('late');
          });
          frozen.resolve(undefined);
        }
        await frozen.promise;
      }
      return outcome;
    });
    const sent = Promise.all(
      visits.map(async ({ send }) => send('POST', '/messages', { content: 'Hello', wait: false })),
    );
    await frozen.promise;

    const beforeThaw = async <T>(work: Promise<T>): Promise<T | 'late'> => Promise.race([work, thawed.promise]);
    // A probe of a busy machine may wait too long for its turn.
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(isFrozen).toBe(true);
    const refused = await beforeThaw(call(server, 'GET', '/api/v1/agents'));
    expect(refused === 'late' ? refused : [refused.status, refused.body.error.code]).toEqual([
      503,
      'service_unavailable',
    ]);
    const answers = await beforeThaw(sent);
    expect(answers === 'late' ? answers : new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await thawed.promise;
    await expect.poll(async () => (await call(server, 'GET', '/api/v1/agents')).status).toBe(200);
    const { data } = (await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}`)).body;
    expect(data.messages_today).toBe(20);
  });

  it('each line of the log about lost connections names the setting', async () => {
    const { log } = server.platform;
    const lines = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
    const messages = () => lines.flatMap(({ mock }) => mock.calls.map(([, message]) => message));
    await proxy.refuse(3_000);
    await expect.poll(messages).not.toEqual([]);
    expect(messages().filter((message) => message?.includes('REDIS_URL') !== true)).toEqual([]);
  });
});
