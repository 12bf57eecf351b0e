import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { createSource, lastRun, listChanges, listStates, search, settle, sync } from '../../../../test/crawls.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { makePage, type SiteAnswer, startWebSite, type WebSite } from '../../../../test/web-site.ts';

/** Ordinary pages beside the difficult ones. More take long on a machine that has much else to do. */
const ordinary = Number(process.env['CRAWL_PAGES'] ?? 150);

const depth = 10;

const clock = useClock();
let site: WebSite;
let models: ModelServer;
let server: ServerUnderTest;
let sentBytes = 0;

beforeAll(async () => {
  site = await startWebSite();
  // Pacing is by the clock, which moves by more than the gap with each request.
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

const sitemap = (paths: readonly string[], kind = 'urlset', item = 'url') =>
  `<?xml version="1.0"?><${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<${item}><loc>${site.url}${path}</loc><lastmod>2026-01-01</lastmod></${item}>`)
    .join('')}</${kind}>`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

function buildSite(): void {
  const pages: Record<string, SiteAnswer> = {
    '/robots.txt': `User-agent: *\nDisallow: /private\nSitemap: ${site.url}/maps.xml\n`,
    '/maps.xml': sitemap(['/map-1.xml.gz', '/map-2.xml'], 'sitemapindex', 'sitemap'),
    '/map-1.xml.gz': {
      headers: { 'content-type': 'application/x-gzip' },
      body: gzipSync(sitemap(['/orphan', '/orphan?utm_campaign=spring'])),
    },
    '/map-2.xml': { headers: { 'content-type': 'application/xml' }, body: sitemap(['/second-orphan']) },
    '/orphan': makePage('Orphan'),
    '/second-orphan': makePage('Second orphan'),
    '/': makePage('Start', [
      '/p/1',
      '/calendar?month=1',
      '/old',
      '/loop-a',
      '/canonical?view=print',
      '/copy',
      '/original',
      '/noindex',
      '/soft',
      '/app',
      '/huge',
      '/slow',
      '/mislabelled',
      '/polish',
      '/refresh',
      '/sub/dir/base',
      '/session?PHPSESSID=abc123',
      '/session?PHPSESSID=def456&x=1',
      '/trap/',
      '/notes.txt',
      '/picture',
      '/broken',
      '/private/diary',
      '/header-noindex',
      '/nofollow',
      '/empty',
    ]),
    '/old': { status: 301, headers: { location: '/hop' } },
    '/hop': { status: 302, headers: { location: `${site.url}/new` } },
    '/new': makePage('New'),
    '/loop-a': { status: 302, headers: { location: '/loop-b' } },
    '/loop-b': { status: 302, headers: { location: '/loop-a' } },
    '/canonical?view=print': makePage('Canonical', [], { head: '<link rel="canonical" href="/canonical">' }),
    '/canonical': makePage('Canonical', ['/canonical?view=print']),
    '/original': makePage('Twin'),
    '/copy': makePage('Twin'),
    '/noindex': makePage('Noindex', ['/behind-noindex'], { head: '<meta name="robots" content="noindex">' }),
    '/behind-noindex': makePage('Behind noindex'),
    '/header-noindex': {
      headers: { 'x-robots-tag': 'otherbot: nofollow, porticobot: noindex' },
      body: makePage('Hidden'),
    },
    '/nofollow': makePage('Nofollow', ['/behind-nofollow'], { head: '<meta name="robots" content="nofollow">' }),
    '/behind-nofollow': makePage('Behind nofollow'),
    '/soft':
      '<html><head><title>Page not found | Example</title></head><body><h1>Page not found</h1><p>Sorry.</p></body></html>',
    '/app':
      '<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
    '/huge': {
      send: (response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const piece = Buffer.alloc(1024 * 1024, 'a');
        let left = 50;
        const write = (): void => {
          while (left > 0 && !response.destroyed) {
            left -= 1;
            sentBytes += piece.length;
            if (!response.write(piece)) {
              response.once('drain', write);
              return;
            }
          }
          response.end();
        };
        write();
      },
    },
    '/slow': { delayMs: 400, body: makePage('Slow') },
    '/mislabelled': {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: latin1(makePage('Café crème', [], { body: '<p>Crème brûlée costs 7 euros.</p>' })),
    },
    '/polish': {
      headers: { 'content-type': 'text/html' },
      body: Buffer.concat([
        latin1('<html><head><meta charset="iso-8859-2"><title>Polish</title></head><body><h1>Za'),
        Buffer.from([0xbf, 0xf3, 0xb3, 0xe6]),
        latin1(' g</h1><p>The page is about the Polish alphabet and its letters.</p></body></html>'),
      ]),
    },
    '/refresh': makePage('Moved', [], { head: '<meta http-equiv="refresh" content="0; url=/refreshed">' }),
    '/refreshed': makePage('Refreshed'),
    '/sub/dir/base': makePage('Base', ['inner'], { head: '<base href="/elsewhere/">' }),
    '/elsewhere/inner': makePage('Inner'),
    '/session': makePage('Session', ['/session?sid=99']),
    '/session?x=1': makePage('Session with x'),
    '/notes.txt': { headers: { 'content-type': 'text/plain' }, body: 'Plain notes on the opening hours of the shop.' },
    '/picture': { headers: { 'content-type': 'image/png' }, body: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]) },
    '/broken': { status: 500, body: 'Oh no' },
    '/private/diary': makePage('Diary'),
    '/empty': '<html><head><title>Nothing</title></head><body></body></html>',
  };
  for (let index = 1; index <= ordinary; index += 1) {
    // A tree with links back, each page with an ETag.
    const links = [index * 3, index * 3 + 1, index * 3 + 2]
      .filter((child) => child <= ordinary)
      .map((child) => `/p/${child}`);
    const body = makePage(`Topic ${index}`, [...links, '/', `/p/${Math.max(1, index - 1)}#top`]);
    pages[`/p/${index}`] = { headers: { etag: `"${index}"` }, body };
  }
  site.pages.clear();
  for (const [path, answer] of Object.entries(pages)) site.pages.set(path, answer);
  site.otherwise = (path) => {
    const month = Number(/^\/calendar\?month=(\d+)$/.exec(path)?.[1]);
    if (month > 0) return makePage(`Month ${month}`, [`/calendar?month=${month + 1}`]);
    if (path.startsWith('/trap/')) return makePage(`Trap ${path}`, ['trap/', 'again/']);
    return undefined;
  };
}

/** Responds to conditional requests for pages that have an ETag, as servers do. */
function serveConditionally(): void {
  for (const [path, answer] of site.pages) {
    const etag = typeof answer === 'string' ? undefined : answer.headers?.['etag'];
    if (etag === undefined) continue;
    site.pages.delete(path);
    conditional.set(path, { etag, answer });
  }
  const before = site.otherwise;
  site.otherwise = (path, request) => {
    const known = conditional.get(path);
    if (known === undefined) return before(path, request);
    return request.headers['if-none-match'] === known.etag
      ? { status: 304, headers: { etag: known.etag } }
      : known.answer;
  };
}
const conditional = new Map<string, { etag: string; answer: SiteAnswer }>();

const countEmbedded = () =>
  models.calls.filter(({ path }) => path === '/v1/embeddings').flatMap(({ body }) => body['input']).length;

it(
  'finds its way through a difficult site, and spends nothing on what has not changed',
  { timeout: 1_800_000 },
  async () => {
    buildSite();
    serveConditionally();
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
    // The calendar ends with the depth, the trap where its path repeats itself.
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
    expect(sentBytes).toBeLessThan(25 * 1024 * 1024);
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
        `of the 50 MiB page ${(sentBytes / 1024 / 1024).toFixed(0)} MiB were sent in four runs`,
        `${((performance.now() - started) / 1000).toFixed(0)} s in all`,
      ]
        .join('\n')
        .concat('\n'),
    );
  },
);
