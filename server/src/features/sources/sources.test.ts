import { describe, expect, it } from 'vitest';
import { call, readEvents } from '../../../test/client.ts';
import { createSource, lastRun, listChanges, listStates, settle, sync } from '../../../test/crawls.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage } from '../../../test/web-site.ts';

const { server, site } = await startWithSite();

describe('a website', () => {
  it('is crawled from its start page, searched, and shown page by page', async () => {
    site.pages.clear();
    for (const [path, page] of Object.entries({
      '/': makePage('Home', ['/prices', '/about#team', '/secret', 'https://elsewhere.example/', '/logo.png']),
      '/prices': makePage('Prices', ['/'], { body: '<p>The annual plan costs 120 crowns.</p>' }),
      '/about': makePage('About', ['/prices?utm_source=x']),
      '/robots.txt': 'User-agent: *\nDisallow: /secret\n',
    })) {
      site.pages.set(path, page);
    }
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    expect(source.id).toMatch(/^src_/);
    expect(await settle(server, source)).toMatchObject({
      type: 'website',
      status: 'idle',
      refresh: 'never',
      max_pages: 500,
      max_depth: 5,
      headers: {},
      error: null,
      counts: { pages: 4, ready: 3, failed: 0, skipped: 1 },
    });
    expect(await listStates(server, source, site)).toEqual({
      '/': 'ready',
      '/about': 'ready',
      '/prices': 'ready',
      '/secret': 'skipped: robots',
    });
    const { body } = await call(server, 'POST', `${source.base}/query`, {
      body: { query: 'What does the annual plan cost?' },
    });
    expect(body.data.results[0]).toMatchObject({
      content: expect.stringContaining('120 crowns'),
      url: `${site.url}/prices`,
      title: 'Prices',
    });
    expect(site.count('/secret')).toBe(0);
    expect(
      site.requests.every(({ headers }) => /^PorticoBot\/\d+\.\d+\.\d+ \(\+http/.test(headers['user-agent'] ?? '')),
    ).toBe(true);
  });

  it('is visited again: changed pages are indexed, and missing ones are removed after the second time', async () => {
    site.pages.clear();
    const etag = (text: string) => `"${text.length}-${text.charCodeAt(20)}"`;
    const serve = (path: string, text: string) => site.pages.set(path, { headers: { etag: etag(text) }, body: text });
    serve('/', makePage('Start', ['/a', '/b', '/c']));
    serve('/a', makePage('A'));
    site.pages.set('/b', makePage('B'));
    site.pages.set('/c', makePage('C'));
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    await settle(server, source);
    site.pages.set('/b', makePage('B', [], { body: '<p>Something new.</p>' }));
    site.pages.delete('/c');

    const second = await sync(server, source);
    expect(second).toMatchObject({
      status: 'completed',
      counts: { created: 0, changed: 1, unchanged: 2, failed: 1, removed: 0 },
    });
    expect(await listStates(server, source, site)).toMatchObject({
      '/c': 'failed: HTTP 404',
      '/b': 'ready',
      '/a': 'unchanged',
    });
    const third = await sync(server, source);
    expect(third.counts).toMatchObject({ changed: 0, unchanged: 3, failed: 0, removed: 1 });
    expect(await listStates(server, source, site)).not.toHaveProperty('/c');
    expect(await listChanges(server, source, third)).toEqual([
      { url: `${site.url}/c`, change: 'removed', reason: 'HTTP 404' },
    ]);
    expect((await call(server, 'GET', `${source.base}/documents`)).body.pagination.total_count).toBe(3);
  });

  it('reports the progress of its run, and its end to later readers', async () => {
    site.pages.clear();
    site.pages.set('/', makePage('Start', ['/a', '/b']));
    site.pages.set('/a', makePage('A'));
    site.pages.set('/b', makePage('B'));
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    const path = `${source.path}/runs/${(await lastRun(server, source)).id}/events`;
    const events = await readEvents(server, path);
    expect(events.at(-1)).toMatchObject({ event: 'run:completed', data: { run: { counts: { created: 3 } } } });
    expect(events.filter(({ event, data }) => event === 'page:updated' && data.page.status === 'ready')).toHaveLength(
      3,
    );
    expect((await readEvents(server, path)).map(({ event }) => event)).toEqual(['run:completed']);
  });
});
