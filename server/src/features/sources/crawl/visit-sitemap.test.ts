import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { createSource, lastRun, listStates, settle, sync } from '../../../../test/crawls.ts';
import { interceptQueries } from '../../../../test/intercept-queries.ts';
import { startWithSite } from '../../../../test/start-with-site.ts';
import { makePage, servePages } from '../../../../test/web-site.ts';

const { server, site } = await startWithSite();
beforeEach(() => {
  site.pages.clear();
  site.otherwise = () => undefined;
});

const serve = (paths: Readonly<Record<string, readonly string[]>>) => servePages(site, paths);

function serveSitemap(path: string, ...addresses: string[]): void {
  site.pages.set(path, {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`,
  });
}

describe('the pages of a sitemap', () => {
  it('are found behind any number of others', async () => {
    const list = (...paths: string[]) => serveSitemap('/sitemap.xml', ...paths.map((path) => site.url + path));
    const others = Array.from({ length: 1100 }, (_, index) => `/blog/${index}`);
    list(...others);
    site.otherwise = (path) => (path.startsWith('/blog/') ? makePage(path) : undefined);
    serve({ '/': [] });
    const source = await createSource(server, { type: 'website', url: `${site.url}/`, max_pages: 5 });
    await settle(server, source);
    // All that the first run had room for is known by now, and leaves room for new pages.
    list(...others, '/docs/listed');
    serve({ '/': ['/docs/linked'], '/docs/linked': [], '/docs/listed': [] });
    await call(server, 'PATCH', source.path, { body: { include: ['/docs/**'] } });
    await sync(server, source);
    const found = { '/docs/linked': 'ready', '/docs/listed': 'ready' };
    expect(await listStates(server, source, site)).toMatchObject(found);
  });

  it('are judged in turns with other work, regardless of the globs', async () => {
    const segments = 'a/'.repeat(900);
    serveSitemap('/sitemap.xml', ...Array.from({ length: 100 }, (_, index) => `${site.url}/${segments}${index}`));
    const measureLongestTurn = async (globs: readonly string[]): Promise<number> => {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const exclude = [...globs, '**'];
      const source = await createSource(server, { type: 'sitemap', url: `${site.url}/sitemap.xml`, exclude });
      await settle(server, source);
      delay.disable();
      expect(await lastRun(server, source)).toMatchObject({ counts: { skipped: 100 } });
      return delay.max;
    };
    const usual = await measureLongestTurn([]);
    const hostile = Array.from({ length: 10 }, (_, index) => `${'**/a'.repeat(49)}${index}x`);
    expect(await measureLongestTurn(hostile)).toBeLessThan(10 * usual);
  });

  it('are those that it lists; their links are not followed', async () => {
    serve({ '/a': ['/linked'], '/b': [], '/linked': [] });
    serveSitemap('/map.xml', `${site.url}/a`, `${site.url}/b`, 'https://elsewhere.example/x');
    const source = await createSource(server, { type: 'sitemap', url: `${site.url}/map.xml` });
    await settle(server, source);
    expect(await listStates(server, source, site)).toEqual({ '/a': 'ready', '/b': 'ready' });
    // Long enough for the other connection to the site to have visited a page.
    site.pages.set('/map.xml', { status: 404, delayMs: 500 });
    expect(await sync(server, source)).toMatchObject({ status: 'failed', error: { message: 'sitemap: HTTP 404' } });
    expect(await listStates(server, source, site)).toEqual({ '/a': 'ready', '/b': 'ready' });
  });

  it('are visited if it was read while the next addresses were looked up', async () => {
    serve({ '/a': [] });
    let held: ServerResponse | undefined;
    site.pages.set('/late.xml', { send: (response) => void (held = response) });
    const { sql } = server.platform.database;
    const isRead = async () => {
      const rows = await sql`SELECT FROM source_frontier WHERE url = ${`${site.url}/late.xml`} AND state = 'done'`;
      return rows.length > 0 ? true : undefined;
    };
    const restore = interceptQueries(server.platform.database, (text, run) => {
      if (held === undefined || !text.includes('ORDER BY depth, position')) return run();
      return (async () => {
        const rows = await run();
        const body = `<urlset><url><loc>${site.url}/a</loc></url></urlset>`;
        held.writeHead(200, { 'content-type': 'application/xml' }).end(body);
        held = undefined;
        await eventually(isRead);
        return rows;
      })();
    });
    try {
      const source = await createSource(server, { type: 'sitemap', url: `${site.url}/late.xml` });
      await settle(server, source);
      expect(await listStates(server, source, site)).toEqual({ '/a': 'ready' });
    } finally {
      restore();
    }
  });

  it.each([
    ['bare ampersands', '<?xml version="1.0"?>', '&'],
    ['blank lines before its declaration', '\n\n<?xml version="1.0"?>', '&amp;'],
  ])('are all those that it lists, with %s', async (_, declaration, ampersand) => {
    serve({ '/a?x=1&y=2': [], '/b': [] });
    const locs = [`/a?x=1${ampersand}y=2`, '/b'].map((path) => `<url><loc>${site.url}${path}</loc></url>`);
    site.pages.set('/map.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `${declaration}<urlset>${locs.join('')}</urlset>`,
    });
    const source = await createSource(server, { type: 'sitemap', url: `${site.url}/map.xml` });
    await settle(server, source);
    expect(await listStates(server, source, site)).toEqual({ '/a?x=1&y=2': 'ready', '/b': 'ready' });
  });

  it('are kept if it has become a page', async () => {
    serve({ '/a': [] });
    site.pages.set('/map.xml', `<urlset><url><loc>${site.url}/a</loc></url></urlset>`);
    const source = await createSource(server, { type: 'sitemap', url: `${site.url}/map.xml` });
    await settle(server, source);
    site.pages.set('/map.xml', makePage('Not a sitemap'));
    const error = { message: 'sitemap: there is no sitemap at the address' };
    expect(await sync(server, source)).toMatchObject({ status: 'failed', error });
    expect(await listStates(server, source, site)).toEqual({ '/a': 'ready' });
  });
});
