import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { createSource, lastRun, listStates, settle, sync } from '../../../../test/crawls.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { makePage, startWebSite, type WebSite } from '../../../../test/web-site.ts';

const clock = useClock();
let site: WebSite;
let other: WebSite;
let server: ServerUnderTest;

beforeAll(async () => {
  [site, other] = [await startWebSite(), await startWebSite()];
  server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
beforeEach(() => {
  // Resets the delays that earlier tests have caused for a host.
  clock.forward(3_600_000);
  for (const one of [site, other]) {
    one.pages.clear();
    one.requests.length = 0;
    one.onRequest = () => clock.forward(300);
  }
});
afterAll(async () => {
  await server.close();
  await site.close();
  await other.close();
});

/** Advances the clock continuously, so that pauses of seconds pass quickly and can still be measured. */
async function whileTimeFlies<T>(work: () => Promise<T>): Promise<T> {
  site.onRequest = () => undefined;
  const timer = setInterval(() => clock.forward(200), 4);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function gaps(): number[] {
  const times = site.requests.map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

const website = () => ({ type: 'website', url: `${site.url}/` });

describe('robots.txt', () => {
  it('has a group for PorticoBot with priority over `*`, and the longest rule wins', async () => {
    site.pages.set(
      '/robots.txt',
      'User-agent: *\nDisallow: /\n\nUser-agent: porticobot\nDisallow: /a\nAllow: /a/open\nDisallow: /*.pdf$\n',
    );
    site.pages.set('/', makePage('Start', ['/a/closed', '/a/open', '/b', '/file.pdf', '/file.pdf?x=1']));
    for (const path of ['/a/closed', '/a/open', '/b', '/file.pdf?x=1']) site.pages.set(path, makePage(path));
    const source = await createSource(server, website());
    await settle(server, source);
    expect(await listStates(server, source, site)).toEqual({
      '/': 'ready',
      '/a/closed': 'skipped: robots',
      '/a/open': 'ready',
      '/b': 'ready',
      '/file.pdf': 'skipped: robots',
      '/file.pdf?x=1': 'ready',
    });
    const free = await createSource(server, { ...website(), respect_robots: false });
    await settle(server, free);
    expect(await listStates(server, free, site)).toMatchObject({ '/a/closed': 'ready' });
  });

  it('applies to an address regardless of its percent-encoding, except that of reserved characters', async () => {
    const rules = ['/%7euser', '/~other', '/caf%c3%a9', '/thé', '/stars-%2A', '/list[]', '/5$each', '/x/y', '/*?q=%27'];
    site.pages.set('/robots.txt', `User-agent: *\n${rules.map((rule) => `Disallow: ${rule} # closed\n`).join('')}`);
    const closed = ['/~user', '/%7Eother', '/café', '/th%c3%a9', '/stars-*', '/list[]', '/5$each', "/a?q='"];
    const open = ['/x%2Fy', '/stars-1', '/5'];
    site.pages.set('/', makePage('Start', [...closed, ...open]));
    for (const path of open) site.pages.set(path, makePage(path));
    const source = await createSource(server, website());
    await settle(server, source);
    const states = Object.values(await listStates(server, source, site));
    expect(states.toSorted()).toEqual([
      ...Array.from({ length: open.length + 1 }, () => 'ready'),
      ...closed.map(() => 'skipped: robots'),
    ]);
  });

  it('that returns 5xx fails the run and keeps everything', async () => {
    site.pages.set('/', makePage('Start', ['/a']));
    site.pages.set('/a', makePage('A'));
    const source = await createSource(server, website());
    await settle(server, source);
    site.pages.set('/robots.txt', { status: 503, body: 'away' });
    site.requests.length = 0;
    const run = await sync(server, source);
    expect(run).toMatchObject({ status: 'failed', error: { message: 'robots.txt: HTTP 503' } });
    expect((await call(server, 'GET', source.path)).body.data).toMatchObject({
      status: 'failed',
      error: { message: 'robots.txt: HTTP 503' },
      counts: { pages: 2, ready: 2 },
    });
    expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
    site.pages.delete('/robots.txt');
    expect(await sync(server, source)).toMatchObject({ status: 'completed', counts: { unchanged: 2 } });
  });

  it('asks for a pause that is respected up to 30 seconds, and reported if it is longer', async () => {
    site.pages.set('/robots.txt', 'User-agent: *\nCrawl-delay: 5\n');
    site.pages.set('/', makePage('Start', ['/a', '/b']));
    site.pages.set('/a', makePage('A'));
    site.pages.set('/b', makePage('B'));
    const source = await createSource(server, website());
    await whileTimeFlies(async () => settle(server, source));
    expect(site.requests).toHaveLength(5);
    // The first pause is before robots.txt has been read, and the clock of the test advances in steps of a fifth of a
    // second.
    expect(Math.min(...gaps().slice(1))).toBeGreaterThanOrEqual(4_000);
    site.pages.set('/robots.txt', 'User-agent: *\nCrawl-delay: 3600\n');
    site.requests.length = 0;
    await whileTimeFlies(async () => sync(server, source));
    expect(Math.max(...gaps())).toBeLessThan(120_000);
    expect((await call(server, 'GET', source.path)).body.data).toMatchObject({
      status: 'idle',
      error: { code: 'crawl_delay', message: 'robots.txt asks for 3600 s between requests; 30 s are kept.' },
    });
  });

  it('of one unavailable site among many only fails the pages of that site', async () => {
    other.pages.set('/robots.txt', { status: 500 });
    site.pages.set('/a', makePage('A'));
    const source = await createSource(server, { type: 'urls', urls: [`${site.url}/a`, `${other.url}/b`] });
    expect(await settle(server, source)).toMatchObject({ status: 'idle', counts: { ready: 1, failed: 1 } });
    expect(await listStates(server, source, other)).toMatchObject({ '/b': 'failed: robots.txt: HTTP 500' });
  });
});

describe('the request of a server to wait', () => {
  it('with Retry-After is respected', async () => {
    let asked = 0;
    site.pages.set('/', makePage('Start', ['/busy']));
    site.otherwise = (path) => {
      if (path !== '/busy') return undefined;
      asked += 1;
      return asked === 1 ? { status: 429, headers: { 'retry-after': '20' } } : makePage('Busy');
    };
    const source = await createSource(server, website());
    await whileTimeFlies(async () => settle(server, source));
    expect(await listStates(server, source, site)).toEqual({ '/': 'ready', '/busy': 'ready' });
    const [first, second] = site.requests.filter(({ path }) => path === '/busy').map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(19_000);
    site.otherwise = () => undefined;
  });
});

describe('headers of a source', () => {
  it('are sent only to its own host, are masked, and are kept if the mask is sent back', async () => {
    site.pages.set('/', makePage('Start', ['/away']));
    site.pages.set('/away', { status: 302, headers: { location: `${other.url}/landing` } });
    site.pages.set('/listed', makePage('Listed'));
    other.pages.set('/landing', makePage('Landing'));
    const headers = { Authorization: 'Bearer abc', 'X-Team': 'docs' };
    const source = await createSource(server, {
      type: 'urls',
      urls: [`${site.url}/listed`, `${site.url}/away`, `${other.url}/landing?direct=1`],
      headers,
    });
    await settle(server, source);
    expect(await listStates(server, source, other)).toMatchObject({ '/landing': 'ready' });
    expect(site.requests.every((request) => request.headers['authorization'] === 'Bearer abc')).toBe(true);
    expect(other.requests.some((request) => 'authorization' in request.headers)).toBe(false);
    const masked = { Authorization: '••••••••', 'X-Team': '••••••••' };
    expect((await call(server, 'GET', source.path)).body.data.headers).toEqual(masked);
    const body = { headers: { authorization: '••••••••', 'X-New': 'yes' } };
    expect((await call(server, 'PATCH', source.path, { body })).status).toBe(200);
    site.requests.length = 0;
    await sync(server, source);
    const sent = site.requests.map((request) => request.headers);
    expect(sent.every((one) => one['authorization'] === 'Bearer abc' && one['x-new'] === 'yes')).toBe(true);
    expect(sent.some((one) => 'x-team' in one)).toBe(false);
  });

  it('are not sent to another host after its address was changed, unless their values are given again', async () => {
    site.pages.set('/listed', makePage('Listed'));
    other.pages.set('/landing', makePage('Landing'));
    const masked = '••••••••';
    const headers = { Authorization: 'Bearer abc', 'X-Team': 'docs' };
    const source = await createSource(server, { type: 'urls', urls: [`${site.url}/listed`], headers });
    await settle(server, source);
    const patch = async (body: object) => call(server, 'PATCH', source.path, { body });
    const elsewhere = { urls: [`${other.url}/landing`, `${site.url}/listed`] };
    for (const body of [elsewhere, { ...elsewhere, headers: { ...headers, Authorization: masked } }]) {
      const refused = await patch(body);
      expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, 'body.headers.Authorization']);
    }
    expect((await call(server, 'GET', source.path)).body.data.urls).toEqual([`${site.url}/listed`]);
    // At its own host they are kept.
    expect((await patch({ urls: [`${site.url}/listed`, `${other.url}/landing`] })).status).toBe(200);
    expect((await patch({ ...elsewhere, headers: { 'X-Team': 'new' } })).status).toBe(200);
    other.requests.length = 0;
    await sync(server, source);
    expect(other.requests.length).toBeGreaterThan(0);
    expect(other.requests.every((one) => one.headers['x-team'] === 'new')).toBe(true);
    expect(other.requests.some((one) => 'authorization' in one.headers)).toBe(false);
    expect((await patch({ urls: [`${site.url}/listed`], headers: null })).status).toBe(200);
  });

  it('are not sent to another scheme of its host', async () => {
    site.pages.set('/open', makePage('Open'));
    const source = await createSource(server, {
      type: 'urls',
      urls: [`${site.url.replace('http:', 'https:')}/own`, `${site.url}/open`],
      headers: { Authorization: 'Bearer abc' },
    });
    await settle(server, source);
    expect(await listStates(server, source, site)).toMatchObject({ '/open': 'ready' });
    expect(site.requests.some((request) => 'authorization' in request.headers)).toBe(false);
  });
});

it('uses only the outbound client', async () => {
  const source = await createSource(server, { type: 'website', url: 'http://localhost.localdomain.invalid/' });
  expect(await settle(server, source)).toMatchObject({ status: 'failed', error: { code: 'robots_unavailable' } });
  const answer = await call(server, 'POST', `${source.base}/sources`, {
    body: { type: 'website', url: 'http://169.254.169.254/latest/' },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details.fields[0]).toMatchObject({ path: 'body.url', code: 'url_refused' });
  site.pages.set('/a', { status: 302, headers: { location: 'http://169.254.169.254/latest/' } });
  const led = await createSource(server, { type: 'urls', urls: [`${site.url}/a`] });
  await settle(server, led);
  const states = await listStates(server, led, site);
  expect(Object.values(states)).toContainEqual(expect.stringMatching(/^failed: /));
  expect(await lastRun(server, led)).toMatchObject({ counts: { created: 0 } });
});
