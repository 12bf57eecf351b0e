import { defineConfig } from 'vitest/config';
import { timeouts } from '../scripts/tests/timeouts.ts';

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    ...timeouts,
    name: 'persona-app',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    // One process runs many files: what a file changes outside of its document, it must undo.
    isolate: false,
    restoreMocks: true,
  },
});
