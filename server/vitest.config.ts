import { defineConfig } from 'vitest/config';
import { timeouts } from '../scripts/tests/timeouts.ts';
import { processFlags } from './test/databases/process-flags.ts';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'server',
    environment: 'node',
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/wait-for-midnight.ts'],
    // Forks, not threads: tests end child processes, change the working directory, and load WebAssembly databases.
    pool: 'forks',
    // One process runs many files, so that the server's modules are loaded and its database is started once for all of
    // them (test/databases/database-pool.ts). Each file has its own server, and must undo its spies and fakes.
    isolate: false,
    execArgv: processFlags,
    // Limits the concurrent tests of one file: each campaign of test/faults starts several processes.
    maxConcurrency: 3,
    // The last lines of a run contain only the messages of failures: they should name the entries of a list.
    chaiConfig: { truncateThreshold: 1000 },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    ...timeouts,
  },
});
