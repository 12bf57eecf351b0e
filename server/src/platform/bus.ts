import { AsyncLocalStorage } from 'node:async_hooks';
import { Redis } from 'ioredis';
import { createId } from './ids.ts';
import type { Log } from './log.ts';

/**
 * Live notifications between the parts of a process and, with Redis, between processes. The database rows are the
 * source of truth, never these notifications.
 */
export interface Bus {
  /** True if notifications cross processes and so may get lost. */
  readonly shared: boolean;
  publish(topic: string, message: string): void;
  /** Like publish, but only for the other processes. */
  publishElsewhere(topic: string, message: string): void;
  /** Calls `listener` for each message of the topic until the returned function is called. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  close(): Promise<void>;
}

/** Creates the bus: in the process, or over one Redis stream that every process reads. */
export function createBus(redisUrl: string | undefined, log: Log): Bus {
  // Sets rather than an EventEmitter, which scans all of a topic's listeners to remove one.
  const topics = new Map<string, Set<(message: string) => void>>();
  const tell = (topic: string, message: string): void => {
    for (const listener of topics.get(topic) ?? []) listener(message);
  };
  const local = {
    subscribe(topic: string, listener: (message: string) => void) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners);
      // Runs in the subscriber's context, because the publisher may be inside a transaction.
      const own = AsyncLocalStorage.bind((message: string): void => listener(message));
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
    },
  };
  if (redisUrl === undefined) {
    return {
      shared: false,
      publish: tell,
      publishElsewhere: () => undefined,
      ...local,
      close: async () => undefined,
    };
  }
  const link = openRedisLink(redisUrl, log, tell);
  return {
    shared: true,
    publish(topic, message) {
      tell(topic, message);
      link.send(topic, message);
    },
    publishElsewhere: link.send,
    ...local,
    close: link.close,
  };
}

const streamKey = 'portico:bus';

function openRedisLink(url: string, log: Log, receive: (topic: string, message: string) => void) {
  const self = createId('req');
  const writer = new Redis(url, { maxRetriesPerRequest: 1 });
  const reader = new Redis(url, { maxRetriesPerRequest: null });
  let closed = false;
  for (const connection of [writer, reader]) {
    connection.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'the connection to Redis (REDIS_URL) failed, and is opened again');
    });
  }
  const follow = async (): Promise<void> => {
    let last = '$';
    while (!closed) {
      try {
        const answer = await reader.xread('COUNT', 500, 'BLOCK', 5000, 'STREAMS', streamKey, last);
        for (const [, entries] of answer ?? []) {
          for (const [id, fields] of entries) {
            last = id;
            const [from, topic, message] = [fields[1], fields[3], fields[5]];
            if (from !== self && topic !== undefined && message !== undefined) receive(topic, message);
          }
        }
      } catch (error) {
        if (closed) return;
        log.warn({ err: error }, 'no live events from Redis (REDIS_URL): streams are late until it responds');
        // A Redis that lost its data starts counting from the beginning again.
        last = '$';
        await new Promise((resolve) => {
          setTimeout(resolve, 500);
        });
      }
    }
  };
  const following = follow();
  return {
    send(topic: string, message: string): void {
      writer
        .xadd(streamKey, 'MAXLEN', '~', 10_000, '*', 'from', self, 'topic', topic, 'message', message)
        .catch((error: unknown) => {
          if (!closed) log.warn({ err: error }, 'a live event could not be sent over Redis (REDIS_URL)');
        });
    },
    async close(): Promise<void> {
      closed = true;
      reader.disconnect();
      await following;
      await writer.quit().catch(() => writer.disconnect());
    },
  };
}
