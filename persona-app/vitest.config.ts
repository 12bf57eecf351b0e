import { defineConfig } from 'vitest/config';
import { timeouts } from '../scripts/tests/timeouts.ts';

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    ...timeouts,
    name: 'persona-app',
    environment: 'happy-dom',
    setupFiles: ['../browser-kit/test/empty-storage.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // One process runs many files: a file must undo its changes outside of its document.
    isolate: false,
    restoreMocks: true,
  },
});
