import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { createClockCheck, type ReadClock } from './clock-check.ts';
import type { Log } from './log.ts';

/** Where a connection goes, as postgres.js gives it to its option `socket`. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false;
}

/**
 * Opens the connections to a Postgres server and notices if it is silent: frozen, or cut off by a network that drops
 * everything. No query fails then, so that every request would wait until the server responds again.
 */
export interface PostgresWatch {
  /** For postgres.js: opens the socket of a connection. */
  readonly socket: (target: Target) => Socket;
  /**
   * Begins to ask the server for a sign of life. While there is none, all connections are ended, and new ones are
   * refused immediately: their queries fail with an outage (is-outage.ts). Queries that take long are not affected,
   * since the server responds on another connection. A clock that differs from the server's is logged.
   */
  readonly start: (log: Log) => void;
  stop(): Promise<void>;
}

/** Pause between two questions. */
const pauseMs = 3_000;
/** The server is silent after this many ticks of a second: a time would also count while this process is stopped. */
const silentTicks = 5;

export function createPostgresWatch(url: string): PostgresWatch {
  const sockets = new Set<Socket>();
  const stopping = new AbortController();
  let isSilent = false;
  let watching: Promise<void> | undefined;

  /** Asks on a connection of its own. An error is a response, too: the queries get one themselves. */
  const watch = async (log: Log): Promise<void> => {
    const own = new Set<Socket>();
    const options: postgres.Options<Record<string, postgres.PostgresType>> & Pick<PostgresWatch, 'socket'> = {
      ...asking,
      socket: (target) => track(own, connectTo(target)),
    };
    const sql = postgres(url, options);
    const checkClock = createClockCheck(log);
    while (!stopping.signal.aborted) {
      const responds = await respondsInTime(sql, checkClock, stopping.signal);
      if (stopping.signal.aborted) break;
      if (!responds) end(own);
      if (responds === isSilent) {
        isSilent = !responds;
        if (isSilent) {
          log.error('the database (DATABASE_URL) does not respond: requests that need it are refused until it does');
          end(sockets);
        } else log.info('the database (DATABASE_URL) responds again');
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    end(own);
    await sql.end({ timeout: 0 });
  };

  return {
    socket: (target) => track(sockets, isSilent ? openRefused() : connectTo(target)),
    start: (log) => {
      watching ??= watch(log);
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

const asking = {
  max: 1,
  connect_timeout: silentTicks * 2,
  max_lifetime: null,
  fetch_types: false,
  backoff: () => 1,
  connection: { application_name: 'portico' },
  onnotice: () => {},
};

async function respondsInTime(
  sql: postgres.Sql,
  onClock: (read: ReadClock) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let isAnswered = false;
  const answer = readClock(sql)
    .then(onClock, () => undefined)
    .finally(() => {
      isAnswered = true;
    });
  for (let ticks = 0; ticks < silentTicks && !isAnswered && !signal.aborted; ticks += 1) {
    const tick = new AbortController();
    const either = AbortSignal.any([tick.signal, signal]);
    await Promise.race([answer, sleep(1_000, undefined, { signal: either }).catch(() => undefined)]);
    tick.abort();
  }
  return isAnswered;
}

async function readClock(sql: postgres.Sql): Promise<ReadClock> {
  const askedAt = Date.now();
  const [row] = await sql<{ ms: number }[]>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  if (row === undefined) throw new Error('the database returned no time');
  return { databaseMs: row.ms, askedAt, answeredAt: Date.now() };
}

/** postgres.js connects such a socket itself only if it has created it. It needs the host for the certificate. */
function connectTo({ host, port, path }: Target): Socket {
  if (typeof path === 'string') return connect(path);
  const [name = 'localhost', number = 5432] = [host[0], port[0]];
  return Object.assign(connect(number, name), { host: name, port: number });
}

/** A socket that fails as soon as postgres.js listens to it. */
function openRefused(): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(silence()));
  return socket;
}

/**
 * Ends the connections. postgres.js, or the encryption between the two, notices the event first, so that it writes
 * nothing more: without it, an encrypted socket would fail when nothing listens to its errors.
 */
function end(sockets: Set<Socket>): void {
  for (const socket of sockets) {
    socket.emit('close', false);
    socket.destroy();
  }
  sockets.clear();
}

function silence(): Error {
  return Object.assign(new Error('The database (DATABASE_URL) does not respond'), { code: 'CONNECTION_SILENT' });
}

/** Adds the socket to those that are open. Its own listener would be removed by postgres.js when it encrypts. */
function track(sockets: Set<Socket>, socket: Socket): Socket {
  for (const one of sockets) if (one.destroyed) sockets.delete(one);
  sockets.add(socket);
  return socket;
}
