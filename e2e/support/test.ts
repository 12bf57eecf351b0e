import { test as base } from '@playwright/test';
import { serveHostPages, type HostPages } from './host-pages.ts';
import { startServer, type RunningServer } from './server.ts';

export { expect } from '@playwright/test';

type WorkerFixtures = { portico: RunningServer; hostPages: HostPages };

/** Playwright's test with the real server and a site of another origin; each worker has its own of both. */
export const test = base.extend<object, WorkerFixtures>({
  portico: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  hostPages: [
    async ({ portico }, use) => {
      const pages = await serveHostPages(portico.url);
      await use(pages);
      await pages.stop();
    },
    { scope: 'worker' },
  ],
});
