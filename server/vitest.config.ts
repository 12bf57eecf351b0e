import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { patience } from '../scripts/tests/patience.ts';

const globalSetup = join(import.meta.dirname, 'test/global-setup.ts');

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'server',
    environment: 'node',
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
    // Forks, not threads: tests end child processes, change the working directory, and load WebAssembly databases.
    pool: 'forks',
    ...patience,
  },
});
