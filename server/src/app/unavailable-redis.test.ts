import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../../test/client.ts';
import { claimRedisDatabase } from '../../test/databases/claim-redis-database.ts';
import { startStoreProxy, type StoreProxy } from '../../test/faults/store-proxy.ts';
import { createChat, visitChat } from '../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../test/start-server.ts';

const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;

/** How long Redis is silent, well over the time that a request may take meanwhile. */
const frozenMs = 12_000;
const promptMs = 5_000;

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

  /** What `work` returns, or `late` if it takes too long. */
  const promptly = async <T>(work: Promise<T>): Promise<T | 'late'> =>
    Promise.race([work, sleep(promptMs, 'late' as const)]);

  it(
    'frozen, messages keep no connection to the database, and requests are refused soon',
    { timeout: 45_000 },
    async () => {
      const chat = await createChat(server, { limits: { daily_messages: 1_000, sessions_per_minute: 100 } });
      const visits = await Promise.all(Array.from({ length: 20 }, async () => visitChat(server, chat)));

      // Redis freezes once all messages have passed the limits of their requests.
      const { rateLimiter } = server.platform;
      const { take } = rateLimiter;
      const frozen = Promise.withResolvers<undefined>();
      let passed = 0;
      let thawed: Promise<void> | undefined;
      vi.spyOn(rateLimiter, 'take').mockImplementation(async (rules) => {
        const outcome = await take(rules);
        if (rules.some(({ name }) => name.startsWith('chat-session:')) && thawed === undefined) {
          passed += 1;
          if (passed === visits.length) {
            thawed = proxy.freeze(frozenMs);
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

      const ready = await promptly(fetch(`${server.url}/readyz`));
      expect(ready === 'late' ? ready : ready.status).toBe(200);
      const refused = await promptly(call(server, 'GET', '/api/v1/agents'));
      expect(refused === 'late' ? refused : [refused.status, refused.body.error.code]).toEqual([
        503,
        'service_unavailable',
      ]);
      const answers = await promptly(sent);
      expect(answers === 'late' ? answers : new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await thawed;
      await expect.poll(async () => (await call(server, 'GET', '/api/v1/agents')).status).toBe(200);
      const { data } = (await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}`)).body;
      expect(data.messages_today).toBe(20);
    },
  );

  it('each line of the log about lost connections names the setting', async () => {
    const { log } = server.platform;
    const lines = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
    const messages = () => lines.flatMap(({ mock }) => mock.calls.map(([, message]) => message));
    await proxy.refuse(3_000);
    await expect.poll(messages).not.toEqual([]);
    expect(messages().filter((message) => message?.includes('REDIS_URL') !== true)).toEqual([]);
  });
});
