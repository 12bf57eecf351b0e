import { defineConfig } from '@playwright/test';
import { findChromium } from './support/find-chromium.ts';

const chromium = await findChromium();

export default defineConfig({
  testDir: './specs',
  outputDir: './test-results',
  forbidOnly: true,
  // A retry here would hide failures that happen only sometimes (`npm test -- --confirm` reports them).
  retries: 0,
  workers: 2,
  // Tests of one file may run in both workers, so that no worker is left with a long file at the end.
  fullyParallel: true,
  timeout: 180_000,
  // Longer than the longest delay after which the pages retry a lost connection.
  expect: { timeout: 45_000 },
  use: {
    screenshot: 'only-on-failure',
    // Drawing motion costs a quarter of the browser's processor time. Specs about what moves turn it on: `moving`.
    contextOptions: { reducedMotion: 'reduce' },
    // To keep the trace of a failed test, a trace is recorded for every test, which doubles the cost of a page:
    // `--trace=retain-on-failure`.
    launchOptions: {
      ...chromium,
      args: [
        // Containers have no user namespace for a sandbox; the pages are our own.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Names of other sites and custom domains, all mapped to this machine.
        '--host-resolver-rules=MAP *.test 127.0.0.1',
      ],
    },
  },
});
