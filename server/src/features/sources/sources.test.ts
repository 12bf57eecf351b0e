import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { useClock } from '../../../test/clock.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { makePage, startWebSite, type WebSite } from '../../../test/web-site.ts';

const clock = useClock();
let site: WebSite;
let server: ServerUnderTest;

beforeAll(async () => {
  site = await startWebSite();
  // Pacing is by the clock, which the site moves by more than the gap with each request.
  site.onRequest = () => clock.forward(300);
  server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

async function createBase(): Promise<string> {
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Site' } });
  return `/api/v1/knowledge-bases/${body.data.id}`;
}

async function create(base: string, body: Record<string, unknown>) {
  const answer = await call(server, 'POST', `${base}/sources`, { body });
  expect(answer.body.error).toBeUndefined();
  expect(answer.status).toBe(201);
  return answer.body.data;
}

async function settle(base: string, id: string) {
  return eventually(async () => {
    const { body } = await call(server, 'GET', `${base}/sources/${id}`);
    return body.data.status === 'syncing' ? undefined : body.data;
  }, 60_000);
}

async function sync(base: string, id: string) {
  const { status, body } = await call(server, 'POST', `${base}/sources/${id}/sync`);
  expect(status).toBe(202);
  await settle(base, id);
  return (await call(server, 'GET', `${base}/sources/${id}/runs/${body.data.id}`)).body.data;
}

async function listPages(base: string, id: string) {
  const { body } = await call(server, 'GET', `${base}/sources/${id}/pages?per_page=100`);
  return Object.fromEntries(
    body.data.map(({ url, status, reason }: { url: string; status: string; reason: string | null }) => [
      url.slice(site.url.length),
      reason === null ? status : `${status}: ${reason}`,
    ]),
  );
}

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
    const base = await createBase();
    const source = await create(base, { type: 'website', url: `${site.url}/` });
    expect(source).toMatchObject({
      type: 'website',
      status: 'syncing',
      refresh: 'never',
      max_pages: 500,
      max_depth: 5,
    });
    expect(source.id).toMatch(/^src_/);
    expect(await settle(base, source.id)).toMatchObject({
      status: 'idle',
      error: null,
      counts: { pages: 4, ready: 3, failed: 0, skipped: 1 },
    });
    expect(await listPages(base, source.id)).toEqual({
      '/': 'ready',
      '/about': 'ready',
      '/prices': 'ready',
      '/secret': 'skipped: robots',
    });
    const { body } = await call(server, 'POST', `${base}/query`, {
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

  it('is visited again: what changed is indexed, what vanished goes after the second time', async () => {
    site.pages.clear();
    const etag = (text: string) => `"${text.length}-${text.charCodeAt(20)}"`;
    const serve = (path: string, text: string) => site.pages.set(path, { headers: { etag: etag(text) }, body: text });
    serve('/', makePage('Start', ['/a', '/b', '/c']));
    serve('/a', makePage('A'));
    site.pages.set('/b', makePage('B'));
    site.pages.set('/c', makePage('C'));
    const base = await createBase();
    const source = await create(base, { type: 'website', url: `${site.url}/` });
    await settle(base, source.id);
    site.pages.set('/b', makePage('B', [], { body: '<p>Something new.</p>' }));
    site.pages.delete('/c');

    const second = await sync(base, source.id);
    expect(second).toMatchObject({
      status: 'completed',
      counts: { created: 0, changed: 1, unchanged: 2, failed: 1, removed: 0 },
    });
    expect(await listPages(base, source.id)).toMatchObject({
      '/c': 'failed: HTTP 404',
      '/b': 'ready',
      '/a': 'unchanged',
    });
    const third = await sync(base, source.id);
    expect(third.counts).toMatchObject({ changed: 0, unchanged: 3, failed: 0, removed: 1 });
    expect(await listPages(base, source.id)).not.toHaveProperty('/c');
    const { body } = await call(server, 'GET', `${base}/sources/${source.id}/runs/${third.id}/changes`);
    expect(body.data).toEqual([{ url: `${site.url}/c`, change: 'removed', reason: 'HTTP 404' }]);
    expect((await call(server, 'GET', `${base}/documents`)).body.pagination.total_count).toBe(3);
  });

  it('tells its run as it goes, and its end to who comes later', async () => {
    site.pages.clear();
    site.pages.set('/', makePage('Start', ['/a', '/b']));
    site.pages.set('/a', makePage('A'));
    site.pages.set('/b', makePage('B'));
    const base = await createBase();
    const source = await create(base, { type: 'website', url: `${site.url}/` });
    const { body } = await call(server, 'GET', `${base}/sources/${source.id}/runs`);
    const path = `${base}/sources/${source.id}/runs/${body.data[0].id}/events`;
    const events = await readEvents(server, path);
    expect(events.at(-1)).toMatchObject({ event: 'run:completed', data: { run: { counts: { created: 3 } } } });
    expect(events.filter(({ event, data }) => event === 'page:updated' && data.page.status === 'ready')).toHaveLength(
      3,
    );
    expect((await readEvents(server, path)).map(({ event }) => event)).toEqual(['run:completed']);
  });
});
