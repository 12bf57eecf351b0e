import { setImmediate as pass } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { StartError, unavailable } from './errors.ts';

/** How long a command may take: a Redis that is silent, but still connected, counts as lost after this time. */
const commandTimeoutMs = 2_000;
const connectTimeoutMs = 5_000;

/** Opens the connection for counters. Throws StartError if Redis can't be reached, or lacks the database. */
export async function openRedis(url: string | undefined): Promise<Redis | undefined> {
  if (url === undefined) return undefined;
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: connectTimeoutMs,
    // Of what `answerOf` doesn't wait for, such as the driver's own questions after a lost connection.
    commandTimeout: 20 * commandTimeoutMs,
  });
  redis.on('error', () => undefined);
  const { db = 0 } = redis.options;
  try {
    await answerOf(async () => redis.connect(), connectTimeoutMs + commandTimeoutMs);
    // The driver continues with database 0 if the server lacks the one in the address.
    await answerOf(async () => redis.select(db));
    return redis;
  } catch (error) {
    redis.disconnect();
    const lacksIt = error instanceof Error && /DB index/i.test(error.message);
    throw new StartError(`REDIS_URL: ${lacksIt ? `the server has no database ${db}` : "can't be reached"}`);
  }
}

/**
 * What Redis answers to `work`. Throws if it is silent for too long. The driver's own `commandTimeout` also ends a
 * command that was answered while this process could not run, such as one that was stopped: there, the time is over
 * before the answer is read.
 */
export async function answerOf<T>(work: () => Promise<T>, timeoutMs = commandTimeoutMs): Promise<T> {
  const silent = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // The answers that have arrived are read before this resolves.
    void pass().then(() => silent.reject(new Error('Command timed out')));
  }, timeoutMs);
  try {
    return await Promise.race([work(), silent.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Replies of a Redis that can't do its work at the moment: its memory or disk is full, it is starting, or is a replica.
 * Before version 7, the refusal of a script's command is at the end of an error about the script.
 */
const refusedForNow =
  /^(ERR Error running script .*: -)?(OOM|MISCONF|LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|NOREPLICAS|TRYAGAIN|BUSY) /;

/** Does what needs Redis for a request. Throws 503 if Redis is lost, silent, or can't do its work at the moment. */
export async function needRedis<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await answerOf(work);
  } catch (error) {
    const isReply = error instanceof Error && error.name === 'ReplyError';
    // Redis has answered that it refuses the command.
    if (isReply && !refusedForNow.test(error.message)) throw error;
    if (isReply) throw unavailable('The service is temporarily unavailable.', 2, error);
    // The driver's own message, such as "max retries per request", does not name the server.
    const reason = new Error('Redis (REDIS_URL) does not respond', { cause: error });
    throw unavailable('The service is temporarily unavailable.', 2, reason);
  }
}
