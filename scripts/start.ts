import { buildPages } from './build-pages.ts';
import { repositoryRoot } from './repository.ts';

/*
 * `npm start`: builds missing pages and then becomes the server, in one process that replaces the shell (`exec`). A
 * shell in between would end at npm's SIGTERM without passing it on, and leave the server running.
 */
try {
  await buildPages(repositoryRoot);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
