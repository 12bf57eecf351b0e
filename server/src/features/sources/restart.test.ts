import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { createSource, lastRun, settle } from '../../../test/crawls.ts';
import { type ProcessHome, prepareDatabaseHome } from '../../../test/databases/prepare-database-home.ts';
import { type SpawnedServer, spawnServer } from '../../../test/spawn-server.ts';
import { makePage, startWebSite, type WebSite } from '../../../test/web-site.ts';

let dataDir: string;
let home: ProcessHome;
let site: WebSite;
let server: SpawnedServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-crawl-'));
  home = await prepareDatabaseHome(dataDir);
  site = await startWebSite();
  server = await spawnServer(dataDir, { ...home.environment, OUTBOUND_ALLOW: site.host });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await site.close();
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

test('kill -9 in the middle of a crawl: the next start continues there', { timeout: 180_000 }, async () => {
  const paths = Array.from({ length: 20 }, (_, index) => `/p/${index}`);
  site.pages.set('/', makePage('Start', paths));
  for (const path of paths) site.pages.set(path, makePage(`Page ${path}`));
  const source = await createSource(server, { type: 'website', url: `${site.url}/` });
  await eventually(async () => (site.requests.length >= 8 ? true : undefined), 60_000);
  await server.end('SIGKILL');
  await home.expireLeases();
  const before = site.requests.length;
  expect(before).toBeLessThan(20);
  server = await spawnServer(dataDir, { ...home.environment, OUTBOUND_ALLOW: site.host });
  expect(await settle(server, source)).toMatchObject({ status: 'idle', counts: { pages: 21, ready: 21 } });
  expect(await lastRun(server, source)).toMatchObject({ status: 'completed', counts: { created: 21, failed: 0 } });
  expect((await call(server, 'GET', `${source.base}/documents`)).body.pagination.total_count).toBe(21);
  // At most the two pages in progress are requested twice.
  const pages = site.requests.map(({ path }) => path).filter((path) => path.startsWith('/p/'));
  expect(pages.length).toBeLessThanOrEqual(22);
});
