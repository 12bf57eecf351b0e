import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { useClock } from '../../../test/clock.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { deleteExpiredResponses } from './delete-expired-responses.ts';

const clock = useClock();
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const create = async (body: Record<string, unknown>, key?: string) =>
  call(server, 'POST', '/api/v1/api-keys', { body: { name: 'test', ...body }, ...(key === undefined ? {} : { key }) });

describe('authentication (spec section 5)', () => {
  test('a key is taken from X-API-Key and from Authorization: Bearer, under both prefixes', async () => {
    for (const prefix of ['/api/v1', '/v1']) {
      expect((await call(server, 'GET', `${prefix}/api-keys`)).status).toBe(200);
      const bearer = await call(server, 'GET', `${prefix}/api-keys`, {
        key: null,
        headers: { Authorization: `Bearer ${server.apiKey}` },
      });
      expect(bearer.status).toBe(200);
    }
  });

  test.each([
    ['missing', null],
    ['malformed', 'hello'],
    ['with a typo', undefined],
    ['unknown', 'ptk_01m7z39wgrmv0rhxnxtcbbtfcz_UXz0t49bhBt8RorpVKxstHaURvVQSoy6bMot9hEce1u1V4zc6'],
  ])('a %s key is 401 invalid_api_key with the five limit headers', async (_, given) => {
    const key = given === undefined ? `${server.apiKey.slice(0, -1)}${server.apiKey.endsWith('a') ? 'b' : 'a'}` : given;
    const { status, body, headers } = await call(server, 'GET', '/api/v1/api-keys', { key });
    expect(status).toBe(401);
    expect(body.error.code).toBe('invalid_api_key');
    expect(body.error.details).toEqual({});
    expect(body.meta.request_id).toBe(headers.get('x-request-id'));
    expect(headers.get('x-ratelimit-limit')).toBe('60');
    expect(headers.get('x-ratelimit-limit-day')).toBe('5000');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
  });

  test('an expired key is 401 expired_api_key, a revoked one 401 revoked_api_key', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const expiring = await create({ scopes: ['agents:read'], expires_at: soon });
    expect(expiring.status).toBe(201);
    const use = async () => call(server, 'GET', '/api/v1/api-keys', { key: expiring.body.data.key });
    expect((await use()).status).toBe(403);
    clock.forward(60_000);
    const expired = await use();
    expect([expired.status, expired.body.error.code]).toEqual([401, 'expired_api_key']);

    const revoking = await create({ scopes: ['api-keys:read'] });
    const { id, key } = revoking.body.data;
    expect((await call(server, 'GET', '/api/v1/api-keys', { key })).status).toBe(200);
    expect((await call(server, 'DELETE', `/api/v1/api-keys/${id}`)).body.data).toEqual({ id, deleted: true });
    const revoked = await call(server, 'GET', '/api/v1/api-keys', { key });
    expect([revoked.status, revoked.body.error.code]).toEqual([401, 'revoked_api_key']);
  });

  test('a missing scope is a 403 that names the required and the missing scopes', async () => {
    const { body } = await create({ scopes: ['agents:read'] });
    const refused = await call(server, 'GET', '/api/v1/api-keys', { key: body.data.key });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({
      code: 'insufficient_scope',
      details: { required: ['api-keys:read'], missing: ['api-keys:read'] },
    });
  });
});

describe('API keys (contract section 3)', () => {
  test('only create and rotate show the whole key, and rotation invalidates the old one', async () => {
    const created = await create({ scopes: ['api-keys:read'] });
    const { id, key } = created.body.data;
    expect(key).toMatch(/^ptk_[0-9a-z]{26}_[0-9A-Za-z]{49}$/);
    const shown = await call(server, 'GET', `/api/v1/api-keys/${id}`);
    expect(shown.body.data).not.toHaveProperty('key');
    const rotated = await call(server, 'POST', `/api/v1/api-keys/${id}/rotate`);
    expect(rotated.body.data.key).not.toBe(key);
    expect((await call(server, 'GET', '/api/v1/api-keys', { key })).status).toBe(401);
    expect((await call(server, 'GET', '/api/v1/api-keys', { key: rotated.body.data.key })).status).toBe(200);
  });

  test('a key that is revoked or has expired gets no new secret', async () => {
    const revoked = (await create({ scopes: ['api-keys:read'] })).body.data;
    await call(server, 'DELETE', `/api/v1/api-keys/${revoked.id}`);
    const expired = (await create({ scopes: ['api-keys:read'] })).body.data;
    await server.platform.database.sql`UPDATE api_keys SET expires_at = now() WHERE id = ${expired.id}`;
    for (const { id } of [revoked, expired]) {
      const { status, body } = await call(server, 'POST', `/api/v1/api-keys/${id}/rotate`);
      expect([status, body.error.details.fields[0].path]).toEqual([400, 'params.id']);
    }
    const { body } = await call(server, 'GET', `/api/v1/audit-log?resource_id=${revoked.id}`);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['api_key.deleted', 'api_key.created']);
  });

  test('a key grants no scope and no limit beyond its own, and manages no stronger key', async () => {
    const weak = await create({ scopes: ['api-keys:write', 'agents:read'], rate_limit_per_minute: 100 });
    const { key } = weak.body.data;
    expect((await create({ scopes: ['agents:write'] }, key)).body.error.details.missing).toEqual(['agents:write']);
    const higher = await create({ scopes: ['agents:read'], rate_limit_per_minute: 101 }, key);
    expect(higher.body.error.details.fields[0].path).toBe('body.rate_limit_per_minute');
    // Left out, it would be the server's default, which is higher.
    const same = await create({ scopes: ['agents:read'] }, key);
    expect(same.body.data).toMatchObject({ rate_limit_per_minute: 100, rate_limit_per_day: null });
    expect((await create({ scopes: ['agents:read'] })).body.data.rate_limit_per_minute).toBeNull();
    const strong = await create({ scopes: ['workflows:read'] });
    const refused = await call(server, 'DELETE', `/api/v1/api-keys/${strong.body.data.id}`, { key });
    expect(refused.status).toBe(403);
  });

  test('faults of the body are named field by field', async () => {
    const { status, body } = await create({ scopes: ['agents:fly'], name: '', colour: 'red' });
    expect(status).toBe(400);
    expect(body.error.details.fields.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'body.colour',
      'body.name',
      'body.scopes[0]',
    ]);
  });

  test('an unknown or malformed id is the same 404', async () => {
    for (const id of ['key_01m7z39wgrmv0rhxnxtcbbtfcz', 'nope', '%00', 'a%20b']) {
      const { status, body } = await call(server, 'GET', `/api/v1/api-keys/${id}`);
      expect(status).toBe(404);
      expect(body.error.code).toBe('resource_not_found');
      expect(body.error.details.resource).toBe('API key');
    }
  });
});

describe('rate limits (contract section 4)', () => {
  test('the key that used up its minute is refused with Retry-After, and refused requests do not count', async () => {
    const { body } = await create({ scopes: ['api-keys:read'], rate_limit_per_minute: 3, rate_limit_per_day: 4 });
    const { key } = body.data;
    const answers = [];
    for (let i = 0; i < 5; i += 1) answers.push(await call(server, 'GET', '/api/v1/api-keys', { key }));
    // A minute may end during the test; then the fourth request starts the next one and the daily limit rejects the
    // fifth.
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    const [first] = refused;
    expect(first?.body.error.code).toBe('rate_limit_exceeded');
    expect(first?.body.error.details).toMatchObject({ limit: expect.any(Number), window: expect.any(String) });
    expect(Number(first?.headers.get('retry-after'))).toBe(first?.body.error.details.retry_after);
    expect(first?.headers.get('x-ratelimit-limit')).toBe('3');
    expect(first?.headers.get('x-ratelimit-limit-day')).toBe('4');
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.at(-1)?.headers.get('x-ratelimit-remaining-day')).toBe(String(4 - accepted));
  });
});

describe('requests (contract sections 1 and 2)', () => {
  test('a well-formed X-Request-Id is kept, any other is replaced', async () => {
    const kept = await call(server, 'GET', '/api/v1/api-keys', { headers: { 'X-Request-Id': 'my.request-1' } });
    expect(kept.headers.get('x-request-id')).toBe('my.request-1');
    expect(kept.body.meta.request_id).toBe('my.request-1');
    const replaced = await call(server, 'GET', '/api/v1/api-keys', { headers: { 'X-Request-Id': 'a b' } });
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_/);
  });

  test.each(['page=0', 'page=x', 'per_page=0', 'per_page=101', 'page=1.5', 'page=1&page=2', 'page='])(
    '?%s is 400',
    async (query) => {
      const { status, body } = await call(server, 'GET', `/api/v1/api-keys?${query}`);
      expect([status, body.error.code]).toEqual([400, 'validation_error']);
      expect(body.error.details.fields[0].path).toMatch(/^query\./);
    },
  );

  test('a body that is not JSON, too long, or no valid text is 400', async () => {
    const send = async (body: string) => {
      const response = await fetch(`${server.url}/api/v1/api-keys`, {
        method: 'POST',
        headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
        body,
      });
      return { status: response.status, body: (await response.json()) as { error: { details: object } } };
    };
    expect((await send('{')).status).toBe(400);
    expect((await send('{"name":"a\\u0000b","scopes":[]}')).status).toBe(400);
    expect((await send('{"name":"\\ud800","scopes":[]}')).status).toBe(400);
    const long = await send(JSON.stringify({ name: 'x'.repeat(1_048_577) }));
    expect(long.status).toBe(400);
    expect(long.body.error.details).toMatchObject({ limit_bytes: 1_048_576 });
  });

  test('an unknown path and a wrong method are 404, the latter with Allow', async () => {
    const unknown = await call(server, 'GET', '/api/v1/nothing');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'resource_not_found']);
    const wrong = await call(server, 'PUT', '/api/v1/api-keys');
    expect(wrong.status).toBe(404);
    expect(wrong.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST']);
  });

  test('Idempotency-Key returns the first response again, and refuses another body', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const body = { name: 'idempotent', scopes: ['agents:read'] };
    const [one, two] = await Promise.all([
      call(server, 'POST', '/api/v1/api-keys', { body, headers }),
      call(server, 'POST', '/v1/api-keys', { body, headers }),
    ]);
    expect(one.body).toEqual(two.body);
    expect([one, two].filter(({ headers: seen }) => seen.get('idempotent-replayed') === 'true')).toHaveLength(1);
    const other = await call(server, 'POST', '/api/v1/api-keys', { body: { ...body, name: 'other' }, headers });
    expect(other.status).toBe(400);
  });

  test('responses kept for Idempotency-Key are deleted after 24 hours, and not earlier', async () => {
    const { sql } = server.platform.database;
    const body = { name: 'kept', scopes: ['agents:read'] };
    for (const key of ['old', 'new']) {
      await call(server, 'POST', '/api/v1/api-keys', { body, headers: { 'Idempotency-Key': key } });
    }
    await sql`UPDATE idempotent_requests SET created_at = now() - interval '25 hours' WHERE key = 'old'`;
    await deleteExpiredResponses(server.platform);
    const rows = await sql<{ key: string }[]>`SELECT key FROM idempotent_requests WHERE key IN ('old', 'new')`;
    expect(rows.map(({ key }) => key)).toEqual(['new']);
  });
});
