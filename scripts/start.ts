import { buildPages } from './build-pages.ts';
import { repositoryRoot } from './repository.ts';

/*
 * `npm start`: builds what is missing and then is the server, in one process that replaces the shell (`exec`). A shell in
 * between ends at npm's SIGTERM without handing it on, and the server would be left running.
 */
try {
  await buildPages(repositoryRoot);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
