import { defineConfig } from 'vitest/config';
import { timeouts } from '../scripts/tests/timeouts.ts';
import config from './vite.config.ts';

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { ...config.resolve },
  test: {
    ...timeouts,
    name: 'console',
    environment: 'happy-dom',
    setupFiles: [
      '../browser-kit/test/patient-queries.ts',
      '../browser-kit/test/empty-storage.ts',
      'src/test/begin-at-root.ts',
      'src/test/end-with-empty-page.ts',
    ],
    include: ['src/**/*.test.{ts,tsx}'],
    // These packages are written for React, so their imports of it must go through the alias, too.
    server: { deps: { inline: [/@radix-ui/, /@tanstack/, /react-/, /wouter/, /cmdk/, /lucide-react/, /use-/] } },
    // One process runs many files: a file must undo its changes outside of its document.
    isolate: false,
    restoreMocks: true,
  },
});
