import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Database } from './database.ts';
import { needRedis } from './redis.ts';

/** A limit: at most `limit` of `name` in the current UTC minute or day. */
export interface RateRule {
  readonly name: string;
  readonly window: 'minute' | 'day';
  readonly limit: number;
}

/** The state of a limit after a request. */
export interface RateState {
  readonly rule: RateRule;
  readonly remaining: number;
  /** End of the window in Unix seconds. */
  readonly resetAt: number;
}

interface RateOutcome {
  readonly states: readonly RateState[];
  /** The rule that rejected the request; rejected requests are not counted. */
  readonly refusedBy: RateState | undefined;
}

export interface RateLimiter {
  /** Counts one against every rule, or against none if one is exhausted. */
  take(rules: readonly RateRule[]): Promise<RateOutcome>;
  /**
   * Uncounts a request that was counted and then refused for another reason: what `take` returned of its rules of a
   * minute; days are not given back. Returns their states after that.
   */
  giveBack(states: readonly RateState[]): Promise<readonly RateState[]>;
  close(): Promise<void>;
}

const lengths = { minute: 60, day: 86_400 } as const;
const flushMs = 5000;

/**
 * Counts requests in fixed windows, the UTC minute and the UTC day (docs/reference/limits.md#rate-limits): in Redis,
 * exact across processes, or in this process, with the day's counts stored in the database across restarts. Never used
 * in a transaction, which must not wait for Redis.
 */
export async function createRateLimiter(database: Database, redis: Redis | undefined): Promise<RateLimiter> {
  await deleteEnded(database);
  return redis === undefined ? countInProcess(database) : countInRedis(redis);
}

function windowOf(rule: Pick<RateRule, 'name' | 'window'>, now: number): { key: string; resetAt: number } {
  const length = lengths[rule.window];
  const index = Math.floor(now / 1000 / length);
  return { key: `${rule.window}:${index}:${rule.name}`, resetAt: (index + 1) * length };
}

/** The key of the window that ends at `resetAt`: when a request is refused, another may have begun. */
function keyOf(rule: RateRule, resetAt: number): string {
  return windowOf(rule, (resetAt - lengths[rule.window]) * 1000).key;
}

function toState(rule: RateRule, resetAt: number, count: number): RateState {
  return { rule, remaining: Math.max(0, rule.limit - count), resetAt };
}

function judge(rules: readonly RateRule[], counts: readonly number[], taken: boolean, now: number): RateOutcome {
  const states = rules.map((rule, i) => toState(rule, windowOf(rule, now).resetAt, counts[i] ?? 0));
  if (taken) return { states, refusedBy: undefined };
  // If several are exhausted, the one that ends last determines the wait.
  const [refusedBy] = states.filter(({ remaining }) => remaining === 0).toSorted((a, b) => b.resetAt - a.resetAt);
  return { states, refusedBy };
}

/** Deletes the counts of earlier days, whose names contain addresses of visitors. */
async function deleteEnded({ sql }: Database): Promise<void> {
  await sql`DELETE FROM rate_counts WHERE day < (now() AT TIME ZONE 'utc')::date`;
}

async function countInProcess(database: Database): Promise<RateLimiter> {
  const counts = new Map<string, { count: number; resetAt: number }>();
  const changed = new Set<string>();
  const rows = await database.sql<{ name: string; count: number }[]>`SELECT name, count FROM rate_counts`;
  const today = Math.floor(Date.now() / 86_400_000);
  for (const { name, count } of rows) {
    counts.set(`day:${today}:${name}`, { count, resetAt: (today + 1) * 86_400 });
  }

  let day = today;
  const flush = async (): Promise<void> => {
    const now = Date.now() / 1000;
    if (Math.floor(now / lengths.day) !== day) {
      await deleteEnded(database);
      day = Math.floor(now / lengths.day);
    }
    for (const [key, { resetAt }] of counts) if (resetAt <= now) counts.delete(key);
    // After the clock was set back there may be counts of two days, and the table holds one day for each name.
    const keys = [...changed].filter((key) => key.startsWith(`day:${day}:`) && counts.has(key));
    changed.clear();
    if (keys.length === 0) return;
    const names = keys.map((key) => key.split(':').slice(2).join(':'));
    const values = keys.map((key) => counts.get(key)?.count ?? 0);
    await database.sql`
      INSERT INTO rate_counts (name, day, count)
      SELECT name, (now() AT TIME ZONE 'utc')::date, count
      FROM unnest(${names}::text[], ${values}::int[]) AS new (name, count)
      ON CONFLICT (name) DO UPDATE SET day = EXCLUDED.day, count = EXCLUDED.count`;
  };
  let flushing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    flushing = flush().catch(() => undefined);
  }, flushMs);

  return {
    async take(rules) {
      const now = Date.now();
      const cells = rules.map((rule) => {
        const { key, resetAt } = windowOf(rule, now);
        let cell = counts.get(key);
        if (cell === undefined) {
          cell = { count: 0, resetAt };
          counts.set(key, cell);
        }
        return { key, cell, rule };
      });
      const taken = cells.every(({ cell, rule }) => cell.count < rule.limit);
      if (taken) {
        for (const { key, cell, rule } of cells) {
          cell.count += 1;
          if (rule.window === 'day') changed.add(key);
        }
      }
      return judge(
        rules,
        cells.map(({ cell }) => cell.count),
        taken,
        now,
      );
    },
    async giveBack(states) {
      return states.map(({ rule, resetAt }) => {
        const key = keyOf(rule, resetAt);
        const cell = counts.get(key);
        if (cell === undefined || cell.count === 0) return toState(rule, resetAt, 0);
        cell.count -= 1;
        return toState(rule, resetAt, cell.count);
      });
    },
    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}

/** Checks all counters, then increments all of them, atomically across processes. */
const takeScript = `
local taken = 1
local counts = {}
for i, key in ipairs(KEYS) do
  counts[i] = tonumber(redis.call('GET', key) or '0')
  if counts[i] >= tonumber(ARGV[i * 2 - 1]) then taken = 0 end
end
if taken == 1 then
  for i, key in ipairs(KEYS) do
    counts[i] = redis.call('INCR', key)
    if counts[i] == 1 then redis.call('EXPIREAT', key, ARGV[i * 2]) end
  end
end
table.insert(counts, taken)
return counts`;

/** Decrements the counters of windows that have not ended. */
const giveBackScript = `
local counts = {}
for i, key in ipairs(KEYS) do
  counts[i] = tonumber(redis.call('GET', key) or '0')
  if counts[i] > 0 then counts[i] = redis.call('DECR', key) end
end
return counts`;

interface Script {
  readonly text: string;
  readonly hash: string;
}

function toScript(text: string): Script {
  return { text, hash: createHash('sha1').update(text).digest('hex') };
}

const scripts = { take: toScript(takeScript), giveBack: toScript(giveBackScript) };

function redisKey(key: string): string {
  return `portico:rate:${key}`;
}

/** Calls a script by its hash; if Redis no longer has it, it is sent again. Returns its numbers. Throws 503. */
async function runKnown(
  redis: Redis,
  { text, hash }: Script,
  words: [number, ...(string | number)[]],
): Promise<number[]> {
  const run = async (): Promise<unknown> => {
    try {
      return await redis.evalsha(hash, ...words);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(text, ...words);
    }
  };
  const answer = await needRedis(run);
  return Array.isArray(answer) ? answer.map(Number) : [];
}

function countInRedis(redis: Redis): RateLimiter {
  return {
    async take(rules) {
      if (rules.length === 0) return { states: [], refusedBy: undefined };
      const now = Date.now();
      const windows = rules.map((rule) => windowOf(rule, now));
      const keys = windows.map(({ key }) => redisKey(key));
      const limits = rules.flatMap((rule, i) => [rule.limit, (windows[i]?.resetAt ?? 0) + 5]);
      const counts = await runKnown(redis, scripts.take, [keys.length, ...keys, ...limits]);
      return judge(rules, counts.slice(0, -1), counts.at(-1) === 1, now);
    },
    async giveBack(states) {
      if (states.length === 0) return [];
      const keys = states.map(({ rule, resetAt }) => redisKey(keyOf(rule, resetAt)));
      const counts = await runKnown(redis, scripts.giveBack, [keys.length, ...keys]);
      return states.map(({ rule, resetAt }, i) => toState(rule, resetAt, counts[i] ?? 0));
    },
    close: async () => undefined,
  };
}
