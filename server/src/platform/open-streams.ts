import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ApiError } from './errors.ts';
import type { Log } from './log.ts';
import { answerOf, needRedis } from './redis.ts';

/** The group whose streams and sockets are counted together: a session, a key or user, and an address. */
export interface StreamCount {
  /** Like `key:key_01…` or `ip:192.0.2.1`. */
  readonly name: string;
  /** Maximum number open at the same time. */
  readonly limit: number;
}

export interface OpenStreams {
  /** Counts a stream or socket until the returned function is called. Throws 429 with window `concurrent`, and 503. */
  open(counts: readonly StreamCount[]): Promise<() => void>;
  close(): void;
}

/** Seconds after which to try again; a place is free as soon as a stream ends. */
const retryAfter = 5;

/** Counts open streams: in Redis, exact across processes, or in this process. */
export function createOpenStreams(redis: Redis | undefined, log: Log): OpenStreams {
  return redis === undefined ? countInProcess() : countInRedis(redis, log);
}

function countInProcess(): OpenStreams {
  const open = new Map<string, number>();
  return {
    open: async (counts) => {
      for (const count of counts) if ((open.get(count.name) ?? 0) >= count.limit) throw tooMany(count);
      for (const { name } of counts) open.set(name, (open.get(name) ?? 0) + 1);
      return once(() => {
        for (const { name } of counts) {
          const left = (open.get(name) ?? 1) - 1;
          if (left > 0) open.set(name, left);
          else open.delete(name);
        }
      });
    },
    close: () => undefined,
  };
}

/** How long the streams of a dead process stay counted. */
const lifeMs = 30_000;
const renewMs = 10_000;

/** Each count is a sorted set of streams by the time up to which they are known to be open. */
const openScript = `
local now = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[i + 3]) then return i end
end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + tonumber(ARGV[2]), ARGV[3])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 0`;

function countInRedis(redis: Redis, log: Log): OpenStreams {
  const open = new Map<string, readonly string[]>();
  const renew = async (): Promise<void> => {
    if (open.size === 0) return;
    const until = Date.now() + lifeMs;
    const pipeline = redis.pipeline();
    for (const [id, keys] of open) {
      for (const key of keys) pipeline.zadd(key, until, id).pexpire(key, lifeMs);
    }
    await answerOf(async () => pipeline.exec());
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'open streams were not renewed'));
  }, renewMs);
  timer.unref();
  return {
    async open(counts) {
      const id = randomUUID();
      const keys = counts.map(({ name }) => `portico:streams:${name}`);
      const limits = counts.map(({ limit }) => limit);
      const words = [keys.length, ...keys, Date.now(), lifeMs, id, ...limits] as const;
      const full = Number(await needRedis(async () => redis.eval(openScript, ...words)));
      const refused = counts[full - 1];
      if (refused !== undefined) throw tooMany(refused);
      open.set(id, keys);
      return once(() => {
        open.delete(id);
        const pipeline = redis.pipeline();
        for (const key of keys) pipeline.zrem(key, id);
        // If Redis is unavailable, the entry expires by its time.
        answerOf(async () => pipeline.exec()).catch(() => undefined);
      });
    },
    close: () => clearInterval(timer),
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function tooMany({ limit }: StreamCount): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    `Too many open streams: ${limit} at the same time are allowed. Close one, or try again in ${retryAfter} s.`,
    { retry_after: retryAfter, limit, window: 'concurrent', reason: 'too_many_streams' },
    { retryAfter },
  );
}
