import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  // The guards run the real tools over a copy of the repository.
  test: {
    name: 'scripts',
    environment: 'node',
    include: ['**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    unstubEnvs: true,
    chaiConfig: { truncateThreshold: 1000 },
  },
});
