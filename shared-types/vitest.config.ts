import { defineConfig } from 'vitest/config';
import { patience } from '../scripts/tests/patience.ts';

export default defineConfig({
  root: import.meta.dirname,
  test: { ...patience, name: 'shared-types', environment: 'node', include: ['src/**/*.test.ts'] },
});
