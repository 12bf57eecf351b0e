import { defineConfig, mergeConfig } from 'vitest/config';
import { timeouts } from '../scripts/tests/timeouts.ts';
import build from './vite.config.ts';

// The settings of the build, so that the values it inserts are available in tests.
export default defineConfig((environment) =>
  mergeConfig(build(environment), {
    root: import.meta.dirname,
    test: {
      ...timeouts,
      name: 'embed-loader',
      environment: 'happy-dom',
      setupFiles: ['../browser-kit/test/empty-storage.ts'],
      include: ['src/**/*.test.ts'],
      // One process runs many files: a file must undo its changes outside of its document.
      isolate: false,
      restoreMocks: true,
      css: true,
    },
  }),
);
