import { defineConfig } from 'vitest/config';
import { timeouts } from '../scripts/tests/timeouts.ts';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    ...timeouts,
    name: 'shared-types',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    chaiConfig: { truncateThreshold: 1000 },
  },
});
