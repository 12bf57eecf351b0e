import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type postgres from 'postgres';
import { StartError } from './errors.ts';
import { hasFreeSpace, tooLittleSpace, watchFreeSpace } from './free-space.ts';
import { lockDirectory } from './lock-directory.ts';
import { PGliteConnection } from './pglite-connection.ts';

export interface EmbeddedPostgres {
  /** Opens the connection; only one may be open at a time. */
  connect(): PGliteConnection;
  /** Responds to commands from other processes of this user, which can't open the database at the same time. */
  serveCommands(answer: (request: string) => Promise<string>): void;
  close(): Promise<void>;
}

/** A running PGlite; `close` releases it when the server that uses it closes. */
export interface PGliteEngine {
  readonly pglite: PGlite;
  close(): Promise<void>;
}

/**
 * Postgres allocates its buffers when it starts. Half of the usual 128 MB is four times the size of the largest
 * knowledge base whose chunks are compared one by one (approximate-index.ts).
 */
const buffers = '64MB';

/**
 * New databases have log segments of 1 MB instead of 16: each is written in full, and a first start copies them
 * (create-database.ts). The server keeps as much of the log as with large segments.
 */
const logSegments = '--wal-segsize=1';
const keptLog = ['-c', 'min_wal_size=80MB', '-c', 'max_wal_size=1GB'];
/** At a checkpoint, segments that are no longer needed are removed, not kept for later use. */
const shortLog = ['-c', 'wal_recycle=off'];

/**
 * V8 optimizes Postgres' functions that are called often. For one of them (ExecInterpExpr) it needs 600 MB for a second,
 * soon after a start: a server with 512 MB was killed then. Without optimizing, statements take about a fifth longer.
 */
const enoughToOptimize = 1.5 * 1024 ** 3;

/** The memory that this process may use, in bytes: its container's limit, or the machine's. */
function findMemoryLimit(): number {
  // 0 if unknown; in a container without a limit a number that no machine has.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Keeps the functions of WebAssembly that is loaded from now on as they are first compiled. */
export function stopOptimizing(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/** Starts PGlite with pgvector on the data in `directory`; with `isTemplate` its files are copied afterwards. */
export async function startPGlite(directory: string, { isTemplate = false } = {}): Promise<PGliteEngine> {
  // One thread optimizes Postgres' functions: several threads would keep 60 MB of memory.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  if (findMemoryLimit() < enoughToOptimize) stopOptimizing();
  const settings = ['-c', `shared_buffers=${buffers}`, ...(isTemplate ? shortLog : keptLog)];
  const pglite = await PGlite.create({
    dataDir: directory,
    extensions: { vector },
    initDbStartParams: [logSegments],
    startParams: [...PGlite.defaultStartParams, ...settings],
  });
  return { pglite, close: async () => pglite.close() };
}

/**
 * Drops the databases that `CREATE DATABASE` copies, which nothing here uses: a third of the files of a new database,
 * and half of their size. Each first start copies them (create-database.ts).
 */
export async function dropTemplates(sql: postgres.Sql): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await sql`UPDATE pg_database SET datistemplate = false WHERE datname = ${name}`;
    await sql.unsafe(`DROP DATABASE IF EXISTS ${name}`);
  }
}

/**
 * Opens Postgres (PGlite) with pgvector in `DATA_DIR/database`, for one connection. `startEngine` is for tests, which
 * use an engine that is already running.
 *
 * Everything goes through that connection: several connections interleave inside the extended protocol, and an
 * in-process query during an open transaction becomes part of it. `queue.test.ts` has a stress test that shows this.
 * @throws StartError if another server holds the directory, or its disk is full.
 */
export async function openEmbeddedPostgres(dataDir: string, startEngine = startPGlite): Promise<EmbeddedPostgres> {
  const hold = await lockDirectory(dataDir);
  if (hold === undefined) throw new StartError(`DATA_DIR: another Portico server is running on ${dataDir}`);
  try {
    if (!hasFreeSpace(dataDir)) throw new StartError(`DATA_DIR: ${tooLittleSpace}; free some of it`);
    const directory = join(dataDir, 'database');
    const { pglite, close } = await startEngine(directory);
    await pglite.exec('CREATE EXTENSION IF NOT EXISTS vector');
    await hold.confirm();
    return {
      connect: () => new PGliteConnection(pglite, watchFreeSpace(dataDir), endAfterPanic),
      serveCommands: (answer) => hold.serve(answer),
      async close() {
        await close();
        await hold.release();
      },
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/** As Postgres does: only another start, which repeats what its log has, makes the data whole again. */
function endAfterPanic(message: string): void {
  process.stderr.write(`Portico stops. DATA_DIR: the database can't write its files there: ${message}\n`);
  process.exit(1);
}
