import { startPGlite } from './embedded-postgres.ts';

/** Creates the database in the folder named by the only argument, and ends (create-database.ts). */
const [directory = ''] = process.argv.slice(2);
const { close } = await startPGlite(directory);
await close();
