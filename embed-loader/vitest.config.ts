import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,

  test: { name: 'embed-loader', environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'], restoreMocks: true },
});
