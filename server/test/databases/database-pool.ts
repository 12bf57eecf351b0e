import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { connect } from './connect.ts';
import type { startPGlite } from '../../src/platform/embedded-postgres.ts';
import { cloneServerDatabase } from './clone-server-database.ts';
import { optimizedEngine } from './optimized-engine.ts';
import { embeddedTemplate } from './templates.ts';
import { describeSchema, type RunSql, wipeDatabase } from './wipe-database.ts';

/** An empty, migrated database that one server uses at a time. */
export interface PooledDatabase {
  /** The database on a real server; undefined if it is PGlite in this process. */
  readonly url: string | undefined;
  /** Hands out the PGlite that is already running. */
  readonly startEngine: typeof startPGlite | undefined;
  /** Empties the database for the next server; nobody may be connected any more. */
  release(): Promise<void>;
}

interface Running {
  readonly url: string | undefined;
  readonly startEngine: typeof startPGlite | undefined;
  readonly schema: string;
  /** Runs `work` while nothing else uses the database. */
  alone<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** Databases of this process that no server uses at the moment. Test files run one after another, so few are needed. */
const idle: Running[] = [];

/**
 * The emptied database of an earlier server of this process, or a new one: with TEST_DATABASE_URL a clone on that
 * server, else PGlite in memory. Starting one takes half a second, emptying one 20 ms.
 */
export async function takeDatabase(): Promise<PooledDatabase> {
  const { TEST_DATABASE_URL: databaseUrl } = process.env;
  const running = idle.pop() ?? (await (databaseUrl === undefined ? startEmbedded() : cloneForPool(databaseUrl)));
  const { url, startEngine, schema, alone, end } = running;
  return {
    url,
    startEngine,
    async release() {
      const isClean = await alone(async (run) => {
        await wipeDatabase(run);
        return (await describeSchema(run)) === schema;
      }).catch(() => false);
      // A database whose schema a test has changed, or in which it holds a lock, is not reused.
      if (isClean) idle.push(running);
      else await end();
    },
  };
}

async function startEmbedded(): Promise<Running> {
  const { archive } = await embeddedTemplate();
  const pglite = await PGlite.create({
    loadDataDir: await openAsBlob(archive),
    extensions: { vector },
    pgliteWasmModule: await optimizedEngine(),
  });
  const run: RunSql = async (text) => (await pglite.exec(text)).at(-1)?.rows ?? [];
  return {
    url: undefined,
    startEngine: async () => ({ pglite, close: async () => undefined }),
    schema: await describeSchema(run),
    async alone(work) {
      if (pglite.isInTransaction()) await run('ROLLBACK');
      // Prepared statements, LISTEN and settings belong to the session, which is reused.
      await run('DISCARD ALL');
      return work(run);
    },
    end: async () => pglite.close(),
  };
}

async function cloneForPool(databaseUrl: string): Promise<Running> {
  const { url, drop } = await cloneServerDatabase(databaseUrl, { prefix: poolPrefix() });
  const alone: Running['alone'] = async (work) => {
    const sql = connect(url);
    try {
      return await work(async (text) => sql.unsafe(text).simple());
    } finally {
      await sql.end();
    }
  };
  return { url, startEngine: undefined, schema: await alone(describeSchema), alone, end: drop };
}

/**
 * Prefix of the databases of one run, by which `dropPooledDatabases` finds them: worker processes end without a
 * clean-up.
 */
const poolPrefix = (): string => `portico_pool_${process.env['PORTICO_TEST_RUN'] ?? process.pid}_`;

/** Drops the databases that the processes of this run have left on the server of TEST_DATABASE_URL. */
export async function dropPooledDatabases(databaseUrl: string): Promise<void> {
  const admin = connect(databaseUrl);
  try {
    const rows = await admin`SELECT datname FROM pg_database WHERE starts_with(datname, ${poolPrefix()})`;
    for (const { datname } of rows) await admin.unsafe(`DROP DATABASE IF EXISTS ${String(datname)} WITH (FORCE)`);
  } finally {
    await admin.end();
  }
}
