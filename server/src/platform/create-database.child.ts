import { mkdir } from 'node:fs/promises';
import { openDatabase } from './database.ts';
import { dropTemplates, startPGlite } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** Creates a migrated database in a new folder, the only argument, and ends (create-database.ts). */
const [dataDir = ''] = process.argv.slice(2);
await mkdir(dataDir);
const database = await openDatabase({ databaseUrl: undefined, dataDir }, async (directory) =>
  startPGlite(directory, { isTemplate: true }),
);
await migrate(database);
await dropTemplates(database.raw);
await database.raw`CHECKPOINT`;
await database.close();
