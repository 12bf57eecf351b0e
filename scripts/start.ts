import { buildPages } from './build-pages.ts';
import { repositoryRoot } from './repository.ts';
import { findServerText } from '../server/src/app/server-usage.ts';
import { prepareTemplate } from '../server/src/platform/create-database.ts';

/*
 * `npm start`: builds missing pages and then becomes the server, in one process that replaces the shell (`exec`). A
 * shell in between would end at npm's SIGTERM without passing it on, and leave the server running.
 */
try {
  if (findServerText(process.argv.slice(2)) === undefined) {
    await Promise.all([buildPages(repositoryRoot), process.env['DATABASE_URL'] ? undefined : prepareTemplate()]);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
