import { afterAll } from 'vitest';
import { type TestClock, useClock } from './clock.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';
import { startWebSite, type WebSite } from './web-site.ts';

/**
 * A server that may crawl a site on loopback, for the tests of a file. The pauses of a crawl use the clock, which the
 * site advances by more than the gap with each request.
 */
export async function startWithSite(): Promise<{ server: ServerUnderTest; site: WebSite; clock: TestClock }> {
  const clock = useClock();
  const site = await startWebSite();
  site.onRequest = () => clock.forward(300);
  const server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
  afterAll(async () => {
    await server.close();
    await site.close();
  });
  return { server, site, clock };
}
