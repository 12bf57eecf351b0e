import { defineConfig } from 'vitest/config';
import SlowFirstSequencer from './scripts/tests/slow-first-sequencer.ts';

export default defineConfig({
  test: {
    projects: [
      'shared-types',
      'browser-kit',
      'server',
      'widget',
      'form-app',
      'persona-app',
      'console',
      'embed-loader',
      'scripts',
    ],
    sequence: { sequencer: SlowFirstSequencer },
  },
});
