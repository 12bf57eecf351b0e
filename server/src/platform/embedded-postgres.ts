import { createHash } from 'node:crypto';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { StartError } from './errors.ts';
import { holdDirectory } from './hold-directory.ts';

export interface EmbeddedPostgres {
  /** A Unix socket in a folder that only this user can enter; it takes exactly one connection. */
  readonly socketPath: string;
  /** Answers commands that other processes of this user send, since they can't open the database beside us. */
  serveCommands(answer: (request: string) => Promise<string>): void;
  close(): Promise<void>;
}

/**
 * Opens Postgres (PGlite) with pgvector in `DATA_DIR/database`, behind a private socket for one connection.
 *
 * Everything goes through that connection: several interleave inside the extended protocol, and an in-process query
 * beside an open transaction lands inside it. `embedded-postgres.test.ts` keeps the storm that shows it.
 * @throws StartError where another server holds the directory.
 */
export async function openEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const hold = await holdDirectory(dataDir);
  if (hold === undefined) throw new StartError(`DATA_DIR: another Portico server is running on ${dataDir}`);
  try {
    const database = await PGlite.create({ dataDir: join(dataDir, 'database'), extensions: { vector } });
    await database.exec('CREATE EXTENSION IF NOT EXISTS vector');
    await hold.confirm();
    // A socket's address has room for about a hundred bytes, so it can't live below DATA_DIR.
    const name = createHash('sha256')
      .update(await realpath(dataDir))
      .digest('hex')
      .slice(0, 12);
    await clearEarlierSockets(`portico-${name}-`);
    const folder = await mkdtemp(join(tmpdir(), `portico-${name}-`));
    const socketPath = join(folder, 'pg');
    const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 1 });
    await server.start();
    return {
      socketPath,
      serveCommands: (answer) => hold.serve(answer),
      async close() {
        await server.stop();
        await database.close();
        await rm(folder, { recursive: true, force: true });
        await hold.release();
      },
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/** A server that was killed leaves its socket's folder behind; whoever holds the directory may clear it away. */
async function clearEarlierSockets(prefix: string): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const earlier = names.filter((name) => name.startsWith(prefix));
  await Promise.all(earlier.map(async (name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}
