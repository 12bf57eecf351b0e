import { readConfig } from './platform/config.ts';
import { StartError } from './platform/errors.ts';

try {
  // Files that are created from now on, the database's own among them, belong to this user only.
  process.umask(0o077);
  const config = readConfig(process.env, process.argv.slice(2));
  // The rest takes a second to load: a setting that is wrong is reported before.
  const { serve } = await import('./app/serve.ts');
  await serve(config);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`Portico can't start. ${error.message}\n`);
  process.exit(1);
}
