import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { createSource, lastRun, listChanges, listStates, search, settle, sync } from '../../../../test/crawls.ts';
import { fillDifficultSite } from '../../../../test/difficult-site.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { makePage, startWebSite, type WebSite } from '../../../../test/web-site.ts';

/** Number of ordinary pages in addition to the difficult ones. More would take long on a busy machine. */
const ordinary = Number(process.env['CRAWL_PAGES'] ?? 60);

const depth = 10;

const clock = useClock();
let site: WebSite;
let models: ModelServer;
let server: ServerUnderTest;

beforeAll(async () => {
  site = await startWebSite();
  // Pacing uses the clock, which advances by more than the gap with each request.
  site.onRequest = () => clock.forward(300);
  models = await startModelServer({ dimensions: 8 });
  server = await startServer({
    OUTBOUND_ALLOW: '127.0.0.1',
    OPENAI_BASE_URL: models.url,
    EMBEDDING_MODEL: 'tiny',
    DEFAULT_MODEL: 'm',
  });
});
afterAll(async () => {
  await server.close();
  await models.close();
  await site.close();
});

const countEmbedded = () =>
  models.calls.filter(({ path }) => path === '/v1/embeddings').flatMap(({ body }) => body['input']).length;

it('crawls a difficult site, and does no work for unchanged pages', { timeout: 1_800_000 }, async () => {
  const difficult = fillDifficultSite(site, ordinary);
  const { conditional } = difficult;
  const started = performance.now();
  const source = await createSource(server, {
    type: 'website',
    url: `${site.url}/`,
    max_pages: 3000,
    max_depth: depth,
  });
  await settle(server, source);
  const first = await lastRun(server, source);
  expect(first.status).toBe('completed');
  const states = await listStates(server, source, site);
  expect(states).toMatchObject({
    '/': 'ready',
    '/p/1': 'ready',
    [`/p/${ordinary}`]: 'ready',
    '/orphan': 'ready',
    '/second-orphan': 'ready',
    '/old': 'skipped: redirects to /hop',
    '/hop': 'skipped: redirects to /new',
    '/new': 'ready',
    '/loop-a': 'skipped: redirects to /loop-b',
    '/loop-b': 'skipped: redirects to /loop-a',
    '/canonical?view=print': 'skipped: duplicate of /canonical',
    '/canonical': 'ready',
    '/noindex': 'skipped: noindex',
    '/behind-noindex': 'ready',
    '/header-noindex': 'skipped: noindex',
    '/nofollow': 'ready',
    '/soft': 'failed: not found, as the page says with HTTP 200',
    '/app': 'failed: empty: the page needs JavaScript',
    '/empty': 'failed: empty',
    '/huge': 'failed: too large',
    '/slow': 'ready',
    '/mislabelled': 'ready',
    '/polish': 'ready',
    '/refresh': 'skipped: redirects to /refreshed',
    '/refreshed': 'ready',
    '/sub/dir/base': 'ready',
    '/elsewhere/inner': 'ready',
    '/session': 'ready',
    '/session?x=1': 'ready',
    '/notes.txt': 'ready',
    '/picture': 'skipped: no text: image/png',
    '/broken': 'failed: HTTP 500',
    '/private/diary': 'skipped: robots',
  });
  expect(states).not.toHaveProperty('/behind-nofollow');
  expect(new Set([states['/original'], states['/copy']])).toEqual(
    new Set(['ready', expect.stringMatching(/^skipped: duplicate of \/(original|copy)$/)]),
  );
  // The calendar ends at the maximum depth, the trap when its path repeats itself.
  const calendar = Object.keys(states).filter((path) => path.startsWith('/calendar'));
  expect(calendar).toHaveLength(depth);
  const trap = Object.keys(states).filter((path) => path.startsWith('/trap'));
  expect(trap.length).toBeLessThan(40);
  expect(await search(server, source.base, 'Crème brûlée')).toEqual(
    expect.arrayContaining([expect.stringContaining('Crème brûlée costs 7 euros.')]),
  );
  expect(await search(server, source.base, 'Zażółć')).toEqual(
    expect.arrayContaining([expect.stringContaining('Zażółć')]),
  );
  expect(difficult.sentBytes).toBeLessThan(25 * 1024 * 1024);
  expect(site.maxOpen).toBeLessThanOrEqual(2);
  const requested = site.requests.length;
  const twice = site.requests.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index);
  expect(twice).toEqual([]);
  const embedded = countEmbedded();

  site.requests.length = 0;
  const second = await sync(server, source);
  expect(second).toMatchObject({ status: 'completed', counts: { created: 0, changed: 0, removed: 0 } });
  expect(second.counts.unchanged).toBe(first.counts.created);
  expect(countEmbedded()).toBe(embedded);
  const again = site.requests.filter(({ headers }) => headers['if-none-match'] !== undefined);
  expect(again).toHaveLength(ordinary);

  conditional.delete('/p/2');
  site.pages.set('/p/2', makePage('Topic 2', [], { body: '<p>A new paragraph on topic two.</p>' }));
  conditional.delete('/p/3');
  const third = await sync(server, source);
  expect(third.counts).toMatchObject({ created: 0, changed: 1, removed: 0 });
  expect(await listStates(server, source, site)).toMatchObject({ '/p/2': 'ready', '/p/3': 'failed: HTTP 404' });
  expect(await search(server, source.base, 'page about Topic 3')).toEqual(
    expect.arrayContaining([expect.stringContaining('about Topic 3,')]),
  );
  const fourth = await sync(server, source);
  expect(fourth.counts).toMatchObject({ created: 0, changed: 0, removed: 1 });
  expect(await listChanges(server, source, fourth)).toContainEqual({
    url: `${site.url}/p/3`,
    change: 'removed',
    reason: 'HTTP 404',
  });
  expect(countEmbedded()).toBeGreaterThan(embedded);
  const { body } = await call(server, 'GET', `${source.base}/documents`);
  expect(body.pagination.total_count).toBe(first.counts.created - 1);
  process.stdout.write(
    [
      `pages: ${Object.keys(states).length}, first run: ${JSON.stringify(first.counts)}`,
      `requests: ${requested}, embedded at the first run: ${embedded}, at the second: 0`,
      `of the 50 MiB page ${(difficult.sentBytes / 1024 / 1024).toFixed(0)} MiB were sent in four runs`,
      `${((performance.now() - started) / 1000).toFixed(0)} s in all`,
    ]
      .join('\n')
      .concat('\n'),
  );
});
