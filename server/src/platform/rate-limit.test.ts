import { afterEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.ts';
import { createRateLimiter } from './rate-limit.ts';

afterEach(() => void vi.useRealTimers());

test('counts of an earlier day are deleted when another one begins, also while nobody sends a request', async () => {
  const { database, remove } = await openTestDatabase();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const limiter = await createRateLimiter(database, undefined);
  try {
    await database.sql`
      INSERT INTO rate_counts (name, day, count) SELECT 'public:192.0.2.' || ago, (now() AT TIME ZONE 'utc')::date - ago, 5
      FROM generate_series(0, 1) AS ago`;
    const names = async () =>
      (await database.sql<{ name: string }[]>`SELECT name FROM rate_counts`).map(({ name }) => name);
    vi.advanceTimersByTime(5_000);
    expect(await names()).toHaveLength(2);
    vi.setSystemTime(Date.now() + 86_400_000);
    vi.advanceTimersByTime(5_000);
    // The embedded database has the clock of this process, a server has its own.
    await expect.poll(names).not.toContain('public:192.0.2.1');
  } finally {
    await limiter.close();
    await remove();
  }
});
