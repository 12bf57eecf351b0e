import { EventEmitter } from 'node:events';
import type { PgNotification, PgPool, PgPoolClient, PgQueryResult } from 'bullmq';
import type { ReservedSql, Sql } from 'postgres';
import type { Database } from './database.ts';

interface QueuePool extends PgPool {
  /** A client with the connection to itself, for BullMQ's migrations, which open a transaction by hand. */
  connectAlone(): Promise<PgPoolClient>;
}

/**
 * A `pg.Pool`-shaped door to the database in use, so that BullMQ shares its connection.
 *
 * Besides its migrations BullMQ sends single statements only, so its clients need no connection of their own, and
 * LISTEN goes through the database's own, which on the embedded default is the one connection there is.
 */
export function createQueuePool(database: Database): QueuePool {
  const clients = new Set<EventEmitter>();
  const listening = new Map<string, Promise<void>>();

  const listen = async (channel: string): Promise<void> => {
    const known = listening.get(channel);
    if (known !== undefined) return known;
    const started = database.listen(channel, (payload) => {
      const notification: PgNotification = { channel, payload };
      for (const client of clients) client.emit('notification', notification);
    });
    listening.set(channel, started);
    return started;
  };

  const query = async <R>(text: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> => {
    const channel = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*LISTEN\s+"?(\w+)"?/i.exec(text)?.[1];
    if (channel === undefined) return send<R>(database.raw, text, params);
    await listen(channel);
    return { rows: [], rowCount: 0 };
  };

  // Every queue, worker and scheduler listens for its errors.
  return Object.assign(new EventEmitter().setMaxListeners(0), {
    query,
    connect: async (): Promise<PgPoolClient> => {
      const client = new EventEmitter().setMaxListeners(0);
      clients.add(client);
      return Object.assign(client, {
        // The connection is watched by postgres.js, so BullMQ may wait for a notification as long as it likes.
        connection: { stream: { setKeepAlive: () => undefined } },
        query,
        release: () => {
          clients.delete(client);
        },
      });
    },
    connectAlone: async (): Promise<PgPoolClient> => {
      const connection = await database.raw.reserve();
      return Object.assign(new EventEmitter(), {
        query: async <R>(text: string, params?: readonly unknown[]) => send<R>(connection, text, params),
        release: () => connection.release(),
      });
    },
    end: async () => undefined,
  });
}

async function send<R>(sql: Sql | ReservedSql, text: string, params?: readonly unknown[]): Promise<PgQueryResult<R>> {
  const rows = await sql.unsafe<R[]>(text, [...(params ?? [])] as never[], { prepare: params !== undefined });
  return { rows: [...rows], rowCount: rows.count };
}
