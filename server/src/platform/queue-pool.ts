import { EventEmitter } from 'node:events';
import type { PgNotification, PgPool, PgPoolClient, PgQueryResult } from 'bullmq';
import type { ReservedSql, Sql } from 'postgres';
import type { Database } from './database.ts';

interface QueuePool extends PgPool {
  /** A client with exclusive use of the connection, for BullMQ's migrations, which open a transaction themselves. */
  connectAlone(): Promise<PgPoolClient>;
}

/**
 * An adapter with the interface of `pg.Pool` for the database in use, so that BullMQ shares its connection.
 *
 * Except for its migrations BullMQ sends only single statements, so its clients need no separate connections. LISTEN
 * uses the database's connection, which is the only one with the embedded database.
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

  // Every queue, worker and scheduler adds a listener for errors.
  return Object.assign(new EventEmitter().setMaxListeners(0), {
    query,
    connect: async (): Promise<PgPoolClient> => {
      const client = new EventEmitter().setMaxListeners(0);
      clients.add(client);
      return Object.assign(client, {
        // postgres.js watches the connection, so BullMQ may wait for a notification without a timeout.
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
