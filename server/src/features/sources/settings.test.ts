import { beforeEach, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import {
  createBase,
  createSource,
  lastRun,
  listChanges,
  listStates,
  search,
  settle,
  type SourceUnderTest,
  sync,
} from '../../../test/crawls.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage, servePages } from '../../../test/web-site.ts';
import { sweepSources } from './sweep-sources.ts';

const { server, site, clock } = await startWithSite();
beforeEach(() => {
  site.pages.clear();
  site.requests.length = 0;
  site.otherwise = () => undefined;
  site.onRequest = () => clock.forward(300);
});

const serve = (paths: Readonly<Record<string, readonly string[]>>) => servePages(site, paths);

const website = () => ({ type: 'website', url: `${site.url}/` });

describe('the pages of a source', () => {
  it('are selected by globs on the path; links of the start page are followed even if it is not included', async () => {
    serve({ '/': ['/docs', '/blog/1'], '/docs': ['/docs/a/b', '/docs/drafts/x'], '/docs/a/b': [], '/blog/1': [] });
    const source = await createSource(server, { ...website(), include: ['/docs/**'], exclude: ['/docs/drafts/*'] });
    await settle(server, source);
    expect(await listStates(server, source, site)).toEqual({
      '/': 'skipped: not included',
      '/docs': 'ready',
      '/docs/a/b': 'ready',
      '/docs/drafts/x': 'skipped: excluded',
      '/blog/1': 'skipped: not included',
    });
    await call(server, 'PATCH', source.path, { body: { include: [], exclude: ['/docs/a/**'] } });
    const run = await sync(server, source);
    expect(run.counts).toMatchObject({ created: 2, removed: 1 });
    expect(await listChanges(server, source, run)).toContainEqual({
      url: `${site.url}/docs/a/b`,
      change: 'removed',
      reason: 'excluded',
    });
  });

  it('are read if their canonical address leads back to them, or is missing', async () => {
    const named = (href: string) => ({ head: `<link rel="canonical" href="${href}">` });
    serve({ '/': ['/a/', '/b'], '/linked': [] });
    site.pages.set('/a/', makePage('A', ['/linked'], named('/a')));
    site.pages.set('/a', { status: 301, headers: { location: '/a/' } });
    site.pages.set('/b', makePage('B', [], named('/missing')));
    const source = await createSource(server, website());
    await settle(server, source);
    expect(await listStates(server, source, site)).toEqual({
      '/': 'ready',
      '/a': 'skipped: redirects to /a/',
      '/a/': 'ready',
      '/b': 'ready',
      '/linked': 'ready',
      '/missing': 'failed: HTTP 404',
    });
    expect((await lastRun(server, source)).counts).toMatchObject({ created: 4, skipped: 1, failed: 1 });
  });

  it('are limited by max_pages and max_depth', async () => {
    site.otherwise = (path) => {
      const level = Number(/^\/n\/(\d+)$/.exec(path)?.[1] ?? 0);
      return path === '/' || level > 0 ? makePage(`Level ${level}`, [`/n/${level + 1}`]) : undefined;
    };
    const deep = await createSource(server, { ...website(), max_depth: 3 });
    expect(await settle(server, deep)).toMatchObject({ counts: { pages: 4, ready: 4 } });
    serve({ '/': Array.from({ length: 12 }, (_, index) => `/wide/${index}`) });
    for (let index = 0; index < 12; index += 1) serve({ [`/wide/${index}`]: [] });
    const wide = await createSource(server, { ...website(), max_pages: 5 });
    expect(await settle(server, wide)).toMatchObject({ counts: { pages: 13, ready: 5, skipped: 8 } });
    const states = Object.values(await listStates(server, wide, site));
    expect(states.filter((state) => state === 'skipped: limit of 5 pages reached')).toHaveLength(8);
  });

  it('are the addresses of a list; one that is removed from the list is deleted', async () => {
    serve({ '/a': ['/linked'], '/b': [], '/linked': [] });
    const source = await createSource(server, { type: 'urls', urls: [`${site.url}/a`, `${site.url}/b`] });
    await settle(server, source);
    expect(await listStates(server, source, site)).toEqual({ '/a': 'ready', '/b': 'ready' });
    await call(server, 'PATCH', source.path, { body: { urls: [`${site.url}/b`] } });
    const run = await sync(server, source);
    expect(run.counts).toMatchObject({ unchanged: 1, removed: 1 });
    expect(await listStates(server, source, site)).toEqual({ '/b': 'unchanged' });
    expect(await search(server, source.base, 'Page /a')).toEqual([expect.stringContaining('/b')]);
  });

  it('are found by a part of the address or the title, in upper or lower case', async () => {
    serve({ '/': ['/docs/a_b', '/docs/axb', '/blog'], '/docs/a_b': [], '/blog': [] });
    site.pages.set('/docs/axb', makePage('Refunds'));
    const source = await createSource(server, website());
    await settle(server, source);
    const find = async (query: Record<string, string>): Promise<string[]> => {
      const { data } = (await call(server, 'GET', `${source.path}/pages?${new URLSearchParams(query).toString()}`))
        .body;
      return data.map(({ url }: { url: string }) => new URL(url).pathname);
    };
    expect(await find({ q: 'DOCS/A' })).toEqual(['/docs/a_b', '/docs/axb']);
    expect(await find({ q: 'a_b' })).toEqual(['/docs/a_b']);
    expect(await find({ q: 'refund' })).toEqual(['/docs/axb']);
    expect(await find({ q: 'docs', status: 'failed' })).toEqual([]);
  });

  it('have documents whose names are cut between characters', async () => {
    serve({ '/': ['/a'] });
    // With one more letter before them, a cut falls in the middle of the emoji.
    site.pages.set('/', makePage('😀'.repeat(400), ['/a']));
    site.pages.set('/a', makePage(`a${'😀'.repeat(400)}`));
    const source = await createSource(server, website());
    await settle(server, source);
    const { body } = await call(server, 'GET', `${source.base}/documents`);
    for (const { name } of body.data) expect(name).toMatch(/^a?(😀)+$/u);
    expect(body.data).toHaveLength(2);
  });

  it('contain what css_include matches, without what css_exclude matches', async () => {
    const body = '<div class="text"><p>Kept words.</p><p class="ad">Advertised words.</p></div><p>Other words.</p>';
    site.pages.set('/', makePage('Start', [], { body }));
    const source = await createSource(server, { ...website(), css_include: '.text', css_exclude: '.ad' });
    await settle(server, source);
    const [text] = await search(server, source.base, 'words');
    expect(text).toContain('Kept words.');
    expect(text).not.toMatch(/Advertised|Other/);
    await call(server, 'PATCH', source.path, { body: { css_include: '.nothing' } });
    await sync(server, source);
    expect(await listStates(server, source, site)).toEqual({
      '/': 'failed: css_include matches nothing on this page.',
    });
    expect(await search(server, source.base, 'words')).toHaveLength(1);
  });
});

describe('selectors that are changed during a run', () => {
  it('apply to every page in the next run, also to those that the site says are unchanged', async () => {
    const body = '<p>Kept words.</p><p class="ad">Advertised words.</p>';
    const { promise: created, resolve } = Promise.withResolvers<SourceUnderTest>();
    let change: Promise<unknown> | undefined;
    site.otherwise = (path, { headers }) => {
      if (path !== '/') return undefined;
      if (headers['if-none-match'] === '"1"') return { status: 304, headers: { etag: '"1"' } };
      return {
        send: (response) => {
          change ??= created.then(async ({ path: of }) => call(server, 'PATCH', of, { body: { css_exclude: '.ad' } }));
          void change.then(() =>
            response
              .writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: '"1"' })
              .end(makePage('Start', [], { body })),
          );
        },
      };
    };
    const source = await createSource(server, website());
    resolve(source);
    await settle(server, source);
    const texts = async () => (await search(server, source.base, 'words')).join(' ');
    expect(await texts()).toContain('Advertised');
    await sync(server, source);
    expect(await texts()).toContain('Kept words.');
    expect(await texts()).not.toContain('Advertised');
    // Nothing has changed since.
    site.requests.length = 0;
    await sync(server, source);
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toContain('"1"');
  });
});

describe('a source', () => {
  it('is refused with a list of every fault', async () => {
    const base = await createBase(server);
    const create = async (body: unknown) => call(server, 'POST', `${base}/sources`, { body });
    const answer = await create({
      type: 'website',
      refresh: 'sometimes',
      css_include: 'p[',
      urls: ['http://127.0.0.1/'],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'body.css_include',
      'body.refresh',
      'body.url',
      'body.urls',
    ]);
    for (const refresh of ['* * * *', '0 0 * * * *', '61 * * * *', 'H * * * *']) {
      expect((await create({ ...website(), refresh })).body.error.details.fields[0].path).toBe('body.refresh');
    }
    // Names that every object has.
    for (const refresh of ['constructor', 'toString', 'valueOf', '__proto__']) {
      expect((await create({ ...website(), refresh })).body.error.details.fields[0].path).toBe('body.refresh');
    }
    expect((await create({ ...website(), max_pages: 10_001 })).status).toBe(400);
    expect((await create({ type: 'urls', urls: ['https://user:secret@example.com/'] })).status).toBe(400);
    expect((await call(server, 'GET', `${base}/sources/src_unknown`)).status).toBe(404);
    expect((await call(server, 'GET', `${base}/sources`)).body.data).toEqual([]);
  });

  it('is deleted with its documents, or without them', async () => {
    serve({ '/': ['/a'], '/a': [] });
    const source = await createSource(server, website());
    await settle(server, source);
    expect((await call(server, 'DELETE', source.path)).body.data).toEqual({ id: source.id, deleted: true });
    expect((await call(server, 'GET', source.path)).status).toBe(404);
    expect((await call(server, 'GET', `${source.base}/documents`)).body.data).toEqual([]);
    const kept = await createSource(server, website());
    await settle(server, kept);
    await call(server, 'DELETE', `${kept.path}?keep_documents=true`);
    expect((await call(server, 'GET', `${kept.base}/documents`)).body.data).toHaveLength(2);
    expect(await search(server, kept.base, 'Page /a')).not.toEqual([]);
  });

  it('is in the audit log, without the values of its headers', async () => {
    serve({ '/': [] });
    const source = await createSource(server, { ...website(), headers: { 'X-Secret': 'hush' } });
    await settle(server, source);
    await call(server, 'PATCH', source.path, { body: { max_pages: 9 } });
    await call(server, 'DELETE', source.path);
    const { body } = await call(server, 'GET', `/api/v1/audit-log?resource_id=${source.id}`);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'source.deleted',
      'source.updated',
      'source.created',
    ]);
    expect(body.data[1].changes).toEqual({ max_pages: { before: 500, after: 9 } });
    expect(JSON.stringify(body.data)).not.toContain('hush');
  });

  it('has one run at a time, which can be cancelled', async () => {
    site.otherwise = () => ({
      delayMs: 200,
      body: makePage(`Page ${site.requests.length}`, [`/${site.requests.length}`]),
    });
    site.pages.set('/robots.txt', { status: 404 });
    const source = await createSource(server, { ...website(), max_depth: 100 });
    const { body } = await call(server, 'POST', `${source.path}/sync`);
    expect(body.data.id).toBe((await lastRun(server, source)).id);
    await eventually(async () => ((await lastRun(server, source)).counts.created > 0 ? true : undefined), 86_400_000);
    const cancelled = await call(server, 'POST', `${source.path}/cancel`);
    expect(cancelled.body.data).toMatchObject({
      id: body.data.id,
      status: 'cancelled',
      finished_at: expect.any(String),
    });
    expect((await call(server, 'GET', source.path)).body.data).toMatchObject({ status: 'idle', error: null });
    const answer = await call(server, 'POST', `${source.path}/cancel`);
    expect([answer.status, answer.body.error.details.fields[0].code]).toEqual([400, 'not_in_this_state']);
    const requested = site.requests.length;
    site.otherwise = () => makePage('End');
    expect(await sync(server, source)).toMatchObject({ status: 'completed' });
    expect(site.requests.length).toBeGreaterThan(requested);
  });

  it('is due by a period or by cron in the time zone of the workspace', async () => {
    serve({ '/': [] });
    await call(server, 'PATCH', '/api/v1/workspace', { body: { timezone: 'Asia/Kolkata' } });
    const source = await createSource(server, { ...website(), refresh: '30 6 * * *' });
    const { next_run_at: next } = await settle(server, source);
    // 6:30 in Kolkata is 1:00 in UTC, all year.
    expect(next).toMatch(/T01:00:00\.000Z$/);
    await sweepSources(server.platform);
    expect((await call(server, 'GET', `${source.path}/runs`)).body.data).toHaveLength(1);
    clock.forward(86_400_000);
    await Promise.all([sweepSources(server.platform), sweepSources(server.platform)]);
    await settle(server, source);
    expect((await call(server, 'GET', `${source.path}/runs`)).body.data).toHaveLength(2);
    const hourly = await call(server, 'PATCH', source.path, { body: { refresh: 'hourly' } });
    expect(Date.parse(hourly.body.data.next_run_at) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const never = await call(server, 'PATCH', source.path, { body: { refresh: 'never' } });
    expect(never.body.data.next_run_at).toBeNull();
  });

  it('is due in the time zone of the workspace after a change of it', async () => {
    serve({ '/': [] });
    const setZone = async (timezone: string | null) =>
      call(server, 'PATCH', '/api/v1/workspace', { body: { timezone } });
    await setZone('Asia/Kolkata');
    const cron = await createSource(server, { ...website(), refresh: '30 6 * * *' });
    const weekly = await createSource(server, { ...website(), refresh: 'weekly' });
    const nextRun = async ({ path }: { path: string }) =>
      (await call(server, 'GET', path)).body.data.next_run_at as string;
    await settle(server, cron);
    await settle(server, weekly);
    const [before, unmoved] = [await nextRun(cron), await nextRun(weekly)];
    expect(before).toMatch(/T01:00:00\.000Z$/);
    await setZone('Asia/Tokyo');
    expect(await nextRun(cron)).toMatch(/T21:30:00\.000Z$/);
    await setZone(null);
    expect(await nextRun(cron)).toMatch(/T06:30:00\.000Z$/);
    expect(await nextRun(weekly)).toBe(unmoved);
    expect((await call(server, 'PATCH', cron.path, { body: { refresh: 'valueOf' } })).status).toBe(400);
  });
});
