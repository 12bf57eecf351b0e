import { AsyncLocalStorage } from 'node:async_hooks';
import { Redis } from 'ioredis';
import { createId } from './ids.ts';
import type { Log } from './log.ts';

/** Live notices between the parts of a process, and with Redis between processes. Rows are the truth, never these. */
export interface Bus {
  /** True if notices cross processes and so may get lost on the way. */
  readonly shared: boolean;
  publish(topic: string, message: string): void;
  /** Like publish, for the other processes only; this one knows already. */
  publishElsewhere(topic: string, message: string): void;
  /** Calls `listener` for each message of the topic until the answered function is called. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  close(): Promise<void>;
}

/** Makes the bus: in the process, or over one Redis stream that every process reads. */
export function createBus(redisUrl: string | undefined, log: Log): Bus {
  // Sets rather than an EventEmitter, which looks through all of a topic's listeners for each that leaves.
  const topics = new Map<string, Set<(message: string) => void>>();
  const tell = (topic: string, message: string): void => {
    for (const listener of topics.get(topic) ?? []) listener(message);
  };
  const local = {
    subscribe(topic: string, listener: (message: string) => void) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners);
      // In the subscriber's context, not in that of a publisher who may be inside of a transaction.
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
      if (!closed) log.warn({ err: error }, 'redis bus');
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
        log.warn({ err: error }, 'redis bus is away; readers fall back on rows');
        // A Redis that came back empty counts from the start again.
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
          if (!closed) log.warn({ err: error }, 'redis bus took no notice');
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
