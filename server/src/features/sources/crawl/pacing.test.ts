import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSource, settle } from '../../../../test/crawls.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { makePage, startWebSite, type WebSite } from '../../../../test/web-site.ts';

let site: WebSite;
let server: ServerUnderTest;

beforeAll(async () => {
  site = await startWebSite();
  server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

it('keeps two sources of one host together at two connections and 200 ms from start to start', async () => {
  const pages = Array.from({ length: 10 }, (_, index) => `/p/${index}`);
  for (const path of pages) site.pages.set(path, { delayMs: 300, body: makePage(`Page ${path}`) });
  const urls = pages.map((path) => site.url + path);
  const sources = await Promise.all([
    createSource(server, { type: 'urls', urls: urls.slice(0, 5) }),
    createSource(server, { type: 'urls', urls: urls.slice(5) }),
  ]);
  for (const source of sources) expect(await settle(server, source)).toMatchObject({ counts: { ready: 5 } });
  const times = site.requests.map(({ at }) => at);
  // Each source read robots.txt, too.
  expect(times).toHaveLength(12);
  // On a busy machine a request may be noticed late, and the next one at once: so five gaps are measured together.
  const spans = times.slice(5).map((at, index) => at - (times[index] ?? 0));
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(5 * 200);
  expect(site.maxOpen).toBe(2);
});
