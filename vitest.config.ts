import { defineConfig } from 'vitest/config';
import { vitestProjects } from './scripts/tests/projects.ts';
import SlowFirstSequencer from './scripts/tests/slow-first-sequencer.ts';

export default defineConfig({
  test: {
    projects: [...vitestProjects],
    sequence: { sequencer: SlowFirstSequencer },
  },
});
