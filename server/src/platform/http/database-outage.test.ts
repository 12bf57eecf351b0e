import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

it.each([
  ['has too many connections', '53300'],
  ['is a standby since a failover', '25006'],
  ['has ended a deadlock', '40P01'],
  ['has lost the connection', '08006'],
  ['stops', '57P01'],
  ['can not be found', 'EAI_AGAIN'],
  ['has no address', 'ENOTFOUND'],
  ['has ended a transaction that paused for too long', '25P03'],
  ['has ended a transaction that took too long', '25P04'],
  ['has no route', 'EHOSTUNREACH'],
])('a request is refused with 503 while the database %s (%s)', async (_, code) => {
  const stop = refuseQueries(code);
  try {
    const refused = await call(server, 'GET', '/api/v1/agents');
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
    expect(refused.headers.get('retry-after')).toBe('2');
  } finally {
    stop();
  }
});

const origin = 'https://shop.example';

it.each([
  ['GET', '/api/public/chat-interfaces/demo'],
  ['POST', '/api/public/chat-interfaces/demo/sessions'],
  ['GET', '/api/public/form-interfaces/demo'],
  ['POST', '/api/public/form-interfaces/demo/uploads'],
])('a page of another site can read why %s %s is refused, and when to retry', async (method, path) => {
  const stop = refuseQueries('08006');
  try {
    const preflight = await call(server, 'OPTIONS', path, {
      key: null,
      headers: { Origin: origin, 'Access-Control-Request-Method': method },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const { status, headers } = await call(server, method, path, { key: null, headers: { Origin: origin } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('retry-after')]).toEqual([
      503,
      origin,
      '2',
    ]);
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
  } finally {
    stop();
  }
});

function refuseQueries(code: string): () => void {
  const error = Object.assign(new Error('the database refuses'), { code, query: 'SELECT' });
  return interceptQueries(server.platform.database, () => {
    const refusal = Promise.reject(error);
    // Nobody waits for the fragments of a query.
    refusal.catch(() => undefined);
    return refusal;
  });
}
