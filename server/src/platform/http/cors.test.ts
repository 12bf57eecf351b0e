import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpOwner } from '../../../test/browser.ts';
import { call, type TestAnswer } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

const page = 'https://app.example.com';
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ CORS_ORIGINS: 'https://APP.example.com:443/, capacitor://localhost' });
});
afterAll(async () => server.close());

const from = (origin: string, more: Record<string, string> = {}) => ({ headers: { Origin: origin, ...more } });
const listOf = (headers: Headers, name: string) => headers.get(name)?.split(', ');

/** The page may read the response, and only because of its origin and its key. */
function expectReadable({ headers }: Pick<TestAnswer, 'headers'>, origin = page): void {
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(headers.get('vary')).toContain('Origin');
}

describe('a page of CORS_ORIGINS', () => {
  it.each([
    ['a response', 200, 'GET', '/api/v1/agents', {}],
    ['a response below /v1', 200, 'GET', '/v1/agents', {}],
    ['a response of an older endpoint', 201, 'POST', '/v1/agents', { body: { name: 'A' } }],
    ['a response about personas', 200, 'GET', '/api/personas', {}],
    ['a missing key', 401, 'GET', '/api/v1/agents', { key: null }],
    ['an invalid body', 400, 'POST', '/api/v1/agents', { body: {} }],
    ['an unknown resource', 404, 'GET', '/api/v1/agents/agt_none', {}],
    ['an unknown path', 404, 'GET', '/api/v1/nothing', {}],
    ['a wrong method', 404, 'PUT', '/api/v1/agents', {}],
  ])('may read %s', async (_, status, method, path, request) => {
    const answer = await call(server, method, path, { ...request, ...from(page) });
    expect(answer.status).toBe(status);
    expectReadable(answer);
    const exposed = listOf(answer.headers, 'access-control-expose-headers');
    for (const name of ['X-RateLimit-Remaining', 'X-Request-Id', 'Idempotent-Replayed', 'Retry-After']) {
      expect(exposed).toContain(name);
    }
  });

  it('may read a stream of events', async () => {
    const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'A' } })).body.data.id;
    const thread = (await call(server, 'POST', `/api/v1/agents/${agent}/threads`)).body.data.id;
    const response = await fetch(`${server.url}/api/v1/threads/${thread}/events`, {
      headers: { Origin: page, 'X-API-Key': server.apiKey, Accept: 'text/event-stream' },
    });
    expect(response.status).toBe(200);
    expectReadable(response);
    await response.body?.cancel();
  });

  it.each(['/api/v1/agents', '/v1/agents/agt_1/chat', '/api/personas', '/api/v1/nothing'])(
    'gets a preflight for %s',
    async (path) => {
      const answer = await call(server, 'OPTIONS', path, {
        key: null,
        ...from(page, { 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'x-api-key' }),
      });
      expect(answer.status).toBe(204);
      expectReadable(answer);
      expect(listOf(answer.headers, 'access-control-allow-methods')).toEqual(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']);
      expect(listOf(answer.headers, 'access-control-allow-headers')).toEqual([
        'X-API-Key',
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'Last-Event-ID',
        'X-Request-Id',
      ]);
    },
  );

  it('may be of an app with another scheme', async () => {
    expectReadable(await call(server, 'GET', '/api/v1/agents', from('capacitor://localhost')), 'capacitor://localhost');
  });

  it('can’t use a session, nor sign in', async () => {
    const owner = await signUpOwner(server);
    const headers = { Origin: page, 'Sec-Fetch-Site': 'cross-site' };
    const used = await owner.send('POST', '/api/v1/agents', { body: { name: 'A' }, headers });
    expect([used.status, used.headers.get('access-control-allow-credentials')]).toEqual([403, null]);
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await call(server, method, '/api/v1/auth/methods', { key: null, ...from(page) });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        method === 'GET' ? 200 : 404,
        null,
      ]);
    }
  });
});

it.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
  'a page of %s may read nothing',
  async (origin) => {
    for (const [method, status] of [
      ['GET', 200],
      ['OPTIONS', 404],
    ] as const) {
      const answer = await call(server, method, '/api/v1/agents', from(origin));
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, null]);
    }
  },
);

describe('a page of any site', () => {
  beforeAll(async () => {
    const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'A' } })).body.data.id;
    const body = { name: 'A', slug: 'of-another-site', agent_id: agent, allowed_origins: ['https://shop.example'] };
    await call(server, 'POST', '/api/v1/chat-interfaces', { body });
  });

  it.each([
    ['an unknown path', 'GET', '/api/public/nothing'],
    ['an unknown path below a slug', 'POST', '/public/chat-interfaces/none/nothing'],
    ['a wrong method', 'POST', '/api/public/chat-interfaces/none'],
  ])('may read that a visitor’s request has %s', async (_, method, path) => {
    const answer = await call(server, method, path, { key: null, ...from('https://other.example') });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found']);
    expectReadable(answer, 'https://other.example');
  });

  it('may not read whether there is a chat of another site, nor may a cache give that response to its page', async () => {
    const answer = await call(server, 'GET', '/api/public/chat-interfaces/of-another-site', {
      key: null,
      ...from('https://other.example'),
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, null]);
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it.each([
    ['an unknown path', '/api/public/nothing'],
    ['a wrong method', '/api/public/chat-interfaces/demo'],
    ['a wrong method of a chat of another site', '/api/public/chat-interfaces/of-another-site'],
  ])('gets a preflight for %s, so that it may read the 404', async (_, path) => {
    const wanted = { 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'content-type' };
    const answer = await call(server, 'OPTIONS', path, {
      key: null,
      ...from('https://other.example', wanted),
    });
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'PATCH']);
    expect(listOf(answer.headers, 'access-control-allow-headers')).toContain('Content-Type');
    expectReadable(answer, 'https://other.example');
  });
});
