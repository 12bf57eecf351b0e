import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { StartError } from './errors.ts';
import { holdDirectory } from './hold-directory.ts';
import { PGliteConnection } from './pglite-connection.ts';

export interface EmbeddedPostgres {
  /** Makes the connection; another one only once this one has closed. */
  connect(): PGliteConnection;
  /** Answers commands that other processes of this user send, since they can't open the database beside us. */
  serveCommands(answer: (request: string) => Promise<string>): void;
  close(): Promise<void>;
}

/**
 * Opens Postgres (PGlite) with pgvector in `DATA_DIR/database`, for one connection.
 *
 * Everything goes through that connection: several interleave inside the extended protocol, and an in-process query
 * beside an open transaction lands inside it. `queue.test.ts` keeps the storm that shows it.
 * @throws StartError where another server holds the directory.
 */
export async function openEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const hold = await holdDirectory(dataDir);
  if (hold === undefined) throw new StartError(`DATA_DIR: another Portico server is running on ${dataDir}`);
  try {
    const database = await PGlite.create({ dataDir: join(dataDir, 'database'), extensions: { vector } });
    await database.exec('CREATE EXTENSION IF NOT EXISTS vector');
    await hold.confirm();
    return {
      connect: () => new PGliteConnection(database),
      serveCommands: (answer) => hold.serve(answer),
      async close() {
        await database.close();
        await hold.release();
      },
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}
