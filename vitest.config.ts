import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['shared-types', 'server', 'widget', 'form-app', 'embed-loader', 'scripts'],
    // Two of everything: the smallest machine that this is meant to be tested on has two cores.
    maxWorkers: 2,
  },
});
