import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSource, settle } from '../../../../test/crawls.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { makePage, startWebSite, type WebSite } from '../../../../test/web-site.ts';
import { confirmStart, postponeHost, releaseConnection, takeConnection } from '../pacing/hosts.sql.ts';

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

it('gives a host two connections, and the next turn after the gap since the last request started', async () => {
  const { sql } = server.platform.database;
  const host = 'paced.test:80';
  // Hosts that nobody has requested lately are forgotten, so the times below are counted from now.
  const from = Date.now();
  const take = async (now: number) => {
    const taken = await takeConnection(sql, host, { now: from + now, holdMs: 5_000, pollMs: 50 });
    return 'until' in taken ? { until: taken.until - from } : { retryAt: taken.retryAt - from };
  };
  const begin = async (until: number, now: number) =>
    confirmStart(sql, host, { until: from + until, now: from + now, gapMs: 250 });
  const release = async (until: number) => releaseConnection(sql, host, from + until);
  expect(await take(1_000)).toEqual({ until: 6_000 });
  // No matter how long the first request needs to start, the second starts a gap later.
  expect(await take(1_900)).toEqual({ retryAt: 1_950 });
  await begin(6_000, 2_000);
  expect(await take(2_210)).toEqual({ retryAt: 2_250 });
  expect(await take(2_250)).toEqual({ until: 7_250 });
  await begin(7_250, 2_251);
  // Both connections are in use, so it is worth trying again soon.
  expect(await take(2_600)).toEqual({ retryAt: 2_650 });
  await release(6_000);
  expect(await take(2_650)).toEqual({ until: 7_650 });
  // The delay that the host asks for is respected, even if it arrives before the start of the request is confirmed.
  await postponeHost(sql, host, from + 9_000);
  await begin(7_650, 2_651);
  await release(7_650);
  expect(await take(8_990)).toEqual({ retryAt: 9_000 });
  // Of several concurrent callers one gets the turn; the reservation of a dead process has expired by then.
  const taken = await Promise.all(Array.from({ length: 5 }, async () => take(9_000)));
  expect(taken.filter((one) => 'until' in one)).toHaveLength(1);
  expect(taken.filter((one) => 'retryAt' in one && one.retryAt === 9_050)).toHaveLength(4);
});

it('limits two sources of one host together to two connections and starts 200 ms apart', async () => {
  const pages = Array.from({ length: 10 }, (_, index) => `/p/${index}`);
  // Each page is sent when the next one is requested, so that two are open at the same time.
  const held: (() => void)[] = [];
  let requested = 0;
  for (const path of pages) {
    site.pages.set(path, {
      send(response) {
        requested += 1;
        for (const send of held.splice(0)) send();
        const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(makePage(`Page ${path}`));
        if (requested === pages.length) send();
        else held.push(send);
      },
    });
  }
  const urls = pages.map((path) => site.url + path);
  const sources = await Promise.all([
    createSource(server, { type: 'urls', urls: urls.slice(0, 5) }),
    createSource(server, { type: 'urls', urls: urls.slice(5) }),
  ]);
  for (const source of sources) expect(await settle(server, source)).toMatchObject({ counts: { ready: 5 } });
  const times = site.requests.map(({ at }) => at);
  // Each source has read robots.txt, too.
  expect(times).toHaveLength(12);
  // On a busy machine, a request may be recorded late and the next one immediately: five gaps are measured together, and
  // a late one makes one of these spans shorter and another longer, so the middle one is judged.
  const spans = times.slice(5).map((at, index) => at - (times[index] ?? 0));
  expect(spans.toSorted((one, other) => one - other)[Math.floor(spans.length / 2)]).toBeGreaterThanOrEqual(5 * 200);
  expect(site.maxOpen).toBe(2);
});
