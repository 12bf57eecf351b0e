import { afterAll, beforeEach } from 'vitest';
import { startDoubles, type Doubles } from './installation.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';

/**
 * A server for the tests of a file, with doubles of the external services; it is closed after the last test. No test
 * sees the requests of other tests to the doubles.
 */
export async function startWithDoubles(
  environment: Record<string, string> = {},
): Promise<Doubles & { readonly server: ServerUnderTest }> {
  const { model, outside, environment: places, close } = await startDoubles();
  const server = await startServer({ ...places, ...environment });
  beforeEach(() => {
    model.calls.length = 0;
    outside.hits.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await close();
  });
  return { model, outside, server };
}
