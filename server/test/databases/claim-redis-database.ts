import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Redis has sixteen databases by default; the last one holds the claims on the others. */
const claimsDatabase = 15;
/** A claim that was not released expires after this time, because its process has ended. */
const claimSeconds = 60;

/**
 * Claims one of Redis's databases and empties it: several test processes, and several concurrent runs, share the
 * server. Waits until one is free.
 */
export async function claimRedisDatabase(redisUrl: string): Promise<{ url: string; release(): Promise<void> }> {
  const claims = new Redis(withDatabase(redisUrl, claimsDatabase));
  const owner = randomUUID();
  const index = await claimAny(claims, owner);
  const renewal = setInterval(() => void claims.expire(keyOf(index), claimSeconds), (claimSeconds * 1000) / 4);
  renewal.unref();
  const url = withDatabase(redisUrl, index);
  const redis = new Redis(url);
  await redis.flushdb();
  await redis.quit();
  return {
    url,
    async release() {
      clearInterval(renewal);
      await claims.del(keyOf(index));
      await claims.quit();
    },
  };
}

const keyOf = (index: number): string => `portico-tests:database:${index}`;

async function claimAny(claims: Redis, owner: string): Promise<number> {
  for (;;) {
    for (let index = 0; index < claimsDatabase; index += 1) {
      if ((await claims.set(keyOf(index), owner, 'EX', claimSeconds, 'NX')) === 'OK') return index;
    }
    await sleep(100);
  }
}

function withDatabase(redisUrl: string, index: number): string {
  const url = new URL(redisUrl);
  url.pathname = `/${index}`;
  return url.href;
}
