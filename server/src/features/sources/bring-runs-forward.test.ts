import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { createSource, lastRun, settle } from '../../../test/crawls.ts';
import { type MovableClock, startMovableClock } from '../../../test/movable-clock.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { makePage, startWebSite, type WebSite } from '../../../test/web-site.ts';

let server: ServerUnderTest;
let site: WebSite;
let clock: MovableClock;
beforeAll(async () => {
  clock = startMovableClock();
  site = await startWebSite({ '/': makePage('Home') });
  server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await site.close();
  clock.restore();
});

const dayMs = 86_400_000;

it.each(['daily', '0 5 * * *'])(
  'a source with the refresh %s is crawled again after the clock was wrong',
  async (refresh) => {
    const source = await createSource(server, { type: 'website', url: `${site.url}/`, refresh });
    await settle(server, source);
    const first = await lastRun(server, source);
    clock.forward(20 * dayMs);
    await eventually(async () => (await lastRun(server, source)).id !== first.id || undefined);
    await settle(server, source);
    clock.forward(-20 * dayMs);
    const next = await eventually(async () => {
      const at = Date.parse((await call(server, 'GET', source.path)).body.data.next_run_at);
      return at - clock.now() <= dayMs ? at : undefined;
    });
    expect(next).toBeGreaterThan(clock.now());
    // The host's turns don't wait for the time that the clock had.
    expect((await call(server, 'POST', `${source.path}/sync`)).status).toBe(202);
    expect((await settle(server, source)).status).toBe('idle');
  },
);
