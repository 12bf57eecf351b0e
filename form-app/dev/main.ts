import { join } from 'node:path';
import { build } from 'vite';
import { createDouble } from './double.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.argv[2] ?? 4173);

// The built page and not a dev server's: only that one runs under the policy that visitors get.
await build({ configFile: join(root, 'vite.config.ts'), build: { watch: {} }, logLevel: 'warn' });
createDouble({ dist: join(root, 'dist'), pace: 700 }).listen(port, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${port}/forms/demo\n`);
});
