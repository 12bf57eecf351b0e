import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['shared-types', 'browser-kit', 'server', 'widget', 'form-app', 'embed-loader', 'scripts'],
  },
});
