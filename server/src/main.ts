import { join } from 'node:path';
import { assertCanListen } from './app/listen.ts';
import { print } from './app/print.ts';
import { findServerText } from './app/server-usage.ts';
import { readGivenKey } from './features/api-keys/key-format.ts';
import { cacheCompiledCode } from './platform/compile-cache.ts';
import { readConfig } from './platform/config.ts';
import { beginDatabase } from './platform/create-database.ts';
import { StartError } from './platform/errors.ts';

const words = process.argv.slice(2);
const text = findServerText(words);
try {
  if (text === undefined) await start();
  else print(process.stdout, text);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`Portico can't start. ${error.message}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  // Files created from now on, including the database's own, are accessible to this user only.
  process.umask(0o077);
  const config = readConfig(process.env, words);
  // Loading the rest takes a second, so invalid settings are reported first, and a new database is copied meanwhile.
  readGivenKey(config);
  if (config.role !== 'worker') await assertCanListen(config);
  cacheCompiledCode();
  if (config.databaseUrl === undefined) await beginDatabase(join(config.dataDir, 'database'));
  const { serve } = await import('./app/serve.ts');
  await serve(config);
}
