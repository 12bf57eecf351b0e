import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import type { Config } from './config.ts';
import { describeOpenFailure } from './describe-open-failure.ts';
import type { startPGlite } from './embedded-postgres.ts';
import { StartError } from './errors.ts';
import type { Log } from './log.ts';
import { createPostgresWatch, type PostgresWatch } from './postgres-watch.ts';
import { toStorableJson } from './storable-text.ts';

/** A connection for queries: the pool's, or a transaction's. */
export type Sql = postgres.Sql | postgres.TransactionSql;
/** An open transaction; inside `transaction()` every query goes through it. */
export type Transaction = postgres.TransactionSql;
/** A part of a query. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface Database {
  /**
   * For queries outside of transactions. Inside `transaction()` it throws: with one connection it would wait for
   * itself.
   */
  readonly sql: Sql;
  /** The same connection without that guard; only for the queue's adapter, which runs outside of any transaction. */
  readonly raw: postgres.Sql;
  /** True if the database is PGlite in this process, reached through exactly one connection. */
  readonly embedded: boolean;
  /** Runs `work` in one transaction; await nothing but queries inside. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs the read-only `work` on one snapshot of the database, independent of other commits between its queries. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `listener` for each NOTIFY on the channel, never inside the transaction that sent it. */
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  /** Embedded only: handles commands of other processes on this machine, which can't open the database themselves. */
  serveCommands(answer: (request: string) => Promise<string>): void;
  /** Server only: from now on, queries fail while it is silent, instead of waiting for it (postgres-watch.ts). */
  watch(log: Log): void;
  close(): Promise<void>;
}

/**
 * Encodes a value for a json or jsonb parameter; otherwise strings would be parsed as JSON. Characters that can't be
 * stored are removed or replaced: a column of type json accepts their escapes, but can't be restored from a backup.
 */
export function json(value: unknown): string {
  return toStorableJson(JSON.stringify(value ?? null));
}

/** The state of a transaction, or of a part of it that `nest` runs. */
interface TransactionState {
  /** False as soon as its work has ended: a query would run after the COMMIT or ROLLBACK, as a commit of its own. */
  isOpen: boolean;
  readonly afterCommit: (() => void)[];
  readonly afterRollback: (() => void)[];
}

const states = new WeakMap<Transaction, TransactionState>();

/** Runs `work` once the transaction has committed, never if it, or its part in which this was called, rolls back. */
export function afterCommit(tx: Transaction, work: () => void): void {
  findState(tx).afterCommit.push(work);
}

/** Runs `work` once the transaction, or its part in which this was called, has rolled back, never if it commits. */
export function afterRollback(tx: Transaction, work: () => void): void {
  findState(tx).afterRollback.push(work);
}

function findState(tx: Transaction): TransactionState {
  const state = states.get(tx);
  if (state === undefined) throw new Error('this needs a transaction that transaction() opened');
  assertOpen(state);
  return state;
}

/** Runs `work` in a part of the transaction that is undone alone if it fails. */
export async function nest<T>(tx: Transaction, work: (inner: Transaction) => Promise<T>): Promise<T> {
  const state = openState();
  const { result } = await undoing(state, async () =>
    tx.savepoint(async (inner) => ({ result: await runWhileOpen(inner, state, work) })),
  );
  const outer = states.get(tx);
  outer?.afterCommit.push(...state.afterCommit);
  outer?.afterRollback.push(...state.afterRollback);
  return result;
}

function openState(): TransactionState {
  return { isOpen: true, afterCommit: [], afterRollback: [] };
}

/** Calls what the transaction has registered for its rollback if `run` fails. */
async function undoing<T>({ afterRollback: callbacks }: TransactionState, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    for (const callback of callbacks) callback();
    throw error;
  }
}

/**
 * Runs `work` with a transaction that refuses queries as soon as `work` has ended. The queries of a branch of
 * `Promise.all` that continues after another one has failed would otherwise be sent after the ROLLBACK, and stay.
 */
async function runWhileOpen<T>(
  tx: Transaction,
  state: TransactionState,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const guarded = new Proxy(tx, {
    apply(target, self, args) {
      assertOpen(state);
      return Reflect.apply(target, self, args) as unknown;
    },
    get(target, name, self) {
      if (name === 'unsafe' || name === 'savepoint') assertOpen(state);
      return Reflect.get(target, name, self) as unknown;
    },
  });
  states.set(guarded, state);
  try {
    return await work(guarded);
  } finally {
    state.isOpen = false;
  }
}

function assertOpen({ isOpen }: TransactionState): void {
  if (!isOpen) throw new Error('The transaction has ended: everything inside transaction() has to be awaited.');
}

/**
 * Opens the database: Postgres at DATABASE_URL, else PGlite in DATA_DIR.
 * @throws StartError if it can't be reached, lacks pgvector, or another server holds DATA_DIR.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  startEngine?: typeof startPGlite,
): Promise<Database> {
  if (config.databaseUrl !== undefined) return openServer(config.databaseUrl);
  const { openEmbeddedPostgres } = await import('./embedded-postgres.ts');
  const embedded = await openEmbeddedPostgres(config.dataDir, startEngine);
  const listeners = new Map<string, ((payload: string) => void)[]>();
  // The driver has onnotify and socket, but its types don't.
  const options: postgres.Options<Record<string, postgres.PostgresType>> & {
    onnotify: (channel: string, payload: string) => void;
    socket: () => Duplex;
  } = {
    socket: () => embedded.connect(),
    ssl: false,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    // postgres.js renews connections by default; this one carries the session's LISTEN and must never be replaced.
    max_lifetime: null,
    ...shared,
    onnotify: (channel: string, payload: string) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload);
    },
  };
  const raw = postgres(options);
  await raw`SET search_path TO public, bullmq`;
  return createDatabase(raw, true, {
    async listen(channel, listener) {
      const known = listeners.get(channel);
      if (known !== undefined) {
        known.push(listener);
        return;
      }
      listeners.set(channel, [listener]);
      await raw.unsafe(`LISTEN "${channel}"`);
    },
    serveCommands: (answer) => embedded.serveCommands(answer),
    watch: () => {},
    async close() {
      await raw.end({ timeout: 5 });
      await embedded.close();
    },
  });
}

async function openServer(url: string): Promise<Database> {
  // Only the driver's own sockets go from one of several hosts to the next.
  const watch = new URL(url).hostname.includes(',') ? undefined : createPostgresWatch(url);
  const options: postgres.Options<Record<string, postgres.PostgresType>> & Partial<Pick<PostgresWatch, 'socket'>> = {
    max: 20,
    connect_timeout: 10,
    // By default, the driver waits for up to 20 s before it connects again: requests would wait with it.
    backoff: () => 0.05,
    ...(watch && { socket: watch.socket }),
    ...shared,
    connection: { application_name: 'portico', search_path: 'public, bullmq' },
  };
  const raw = postgres(url, options);
  try {
    await createExtension(raw);
  } catch (error) {
    await raw.end({ timeout: 1 });
    throw new StartError(`DATABASE_URL: ${describeOpenFailure(error)}`);
  }
  return createDatabase(raw, false, {
    async listen(channel, listener) {
      await raw.listen(channel, listener);
    },
    serveCommands: () => {},
    watch: (log) => watch?.start(log),
    async close() {
      await watch?.stop();
      await raw.end({ timeout: 5 });
    },
  });
}

/** Of several processes that start on an empty database, one creates it, and the others may conflict with that one. */
async function createExtension(raw: postgres.Sql): Promise<void> {
  const create = async (): Promise<unknown> => raw`CREATE EXTENSION IF NOT EXISTS vector`;
  await create().catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error;
    await create();
  });
}

function createDatabase(
  raw: postgres.Sql,
  embedded: boolean,
  home: Pick<Database, 'listen' | 'serveCommands' | 'watch' | 'close'>,
): Database {
  /** Whether the pool is closed to what runs now, because that is inside a transaction. */
  const inside = new AsyncLocalStorage<{ isClosed: boolean }>();
  const sql = new Proxy(raw, {
    apply(target, self, args) {
      if (inside.getStore()?.isClosed === true) {
        throw new Error('Use the transaction inside transaction(): the pool would wait for its end.');
      }
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  /** Runs one transaction; `begin` is the statement that opens it. Returns the result of `work`. */
  const within = async <T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const pool = { isClosed: true };
    if (inside.getStore()?.isClosed === true)
      throw new Error('transaction() can’t be nested: pass the transaction on.');
    try {
      const state = openState();
      const { result } = await undoing(state, async () =>
        inside.run(pool, async () => raw.begin(begin, async (tx) => ({ result: await runWhileOpen(tx, state, work) }))),
      );
      pool.isClosed = false;
      for (const callback of state.afterCommit) callback();
      return result;
    } finally {
      pool.isClosed = false;
    }
  };
  return {
    sql,
    raw,
    embedded,
    transaction: async (work) => within('', work),
    snapshot: async (work) => within('isolation level repeatable read read only', work),
    ...home,
    // The embedded database delivers a notification while the commit that sent it is still running. A listener called
    // in that transaction's context could not query.
    listen: async (channel, listener) => home.listen(channel, AsyncLocalStorage.bind(listener)),
  };
}

const toIso = (value: string): string => new Date(value).toISOString();

const shared: Pick<
  postgres.Options<Record<string, postgres.PostgresType>> & { max_pipeline: number },
  'onnotice' | 'types' | 'max_pipeline'
> = {
  onnotice: () => {},
  // If BEGIN happens to fill a pipeline, postgres.js opens the transaction but forgets on which connection.
  max_pipeline: Number.MAX_SAFE_INTEGER,
  types: {
    // Timestamps are returned in the format of the API (docs/reference/addresses.md#values), so rows need no second
    // pass.
    timestamp: {
      to: 1184,
      from: [1184, 1114],
      serialize: (value: Date | string) => (typeof value === 'string' ? value : value.toISOString()),
      parse: toIso,
    },
    // BullMQ passes jsonb as text, and so does json() above: a string is already JSON.
    json: {
      to: 3802,
      from: [114, 3802],
      serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
      parse: (text: string): unknown => JSON.parse(text),
    },
  },
};
