import { crc32 } from 'node:zlib';
import { Scope } from '@portico/shared-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '../../src/app/operations.ts';
import { call, eventually } from '../client.ts';
import { expectError, expectInvalid, expectUnknown, testFields } from './fields.ts';
import { type Body, useWorld } from './world.ts';

// A separate server, because some tests read the database.
const world = useWorld();

describe('Contract 3 Workspaces, keys, scopes', () => {
  let issued: Body;
  beforeAll(async () => {
    issued = await world.make('/api-keys', { name: 'Site', scopes: ['agents:read', 'agents:write'] });
  });
  const record = {
    id: 'string',
    name: 'string',
    scopes: 'array of strings',
    rate_limit_per_minute: 'integer or null',
    rate_limit_per_day: 'integer or null',
    expires_at: 'timestamp or null',
    revoked_at: 'timestamp or null',
    last_used_at: 'timestamp or null',
    created_at: 'timestamp',
  } as const;

  describe('the record', () => {
    let shown: Body;
    beforeAll(async () => {
      shown = await world.get(`/api-keys/${issued.id}`);
    });
    testFields(() => shown, record);
  });
  describe('the response of create', () => {
    testFields(() => issued, {
      ...record,
      key: ['ptk_<id>_<secret><crc>', z.string().regex(/^ptk_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)],
    });
    it('the secret has 256 random bits in base62 (43 characters)', () => {
      const [, , secret = ''] = issued.key.split('_');
      expect(secret.slice(0, -6)).toHaveLength(43);
      expect(62 ** 43).toBeGreaterThan(2 ** 256);
    });
    it('a 6-character CRC32 check refuses a typo without a look-up', async () => {
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
      const sum = Array.from<string>(issued.key.slice(-6)).reduce(
        (value, digit) => value * 62 + digits.indexOf(digit),
        0,
      );
      expect(sum).toBe(crc32(issued.key.slice(0, -6)));
      await world.server.platform.database.sql`ALTER TABLE api_keys RENAME TO api_keys_away`;
      const typo = await world.api('GET', '/agents', { key: issued.key.replace(/.$/, '_') });
      await world.server.platform.database.sql`ALTER TABLE api_keys_away RENAME TO api_keys`;
      expectError(typo, 401, 'invalid_api_key');
    });
    it('the key is shown once', async () => {
      expect(JSON.stringify(await world.get('/api-keys'))).not.toContain(issued.key);
      expect(await world.get(`/api-keys/${issued.id}`)).not.toHaveProperty('key');
    });
    it('only a SHA-256 of the secret is stored', async () => {
      const { sql } = world.server.platform.database;
      const [row] =
        await sql`SELECT length(secret_hash) AS size, api_keys::text AS text FROM api_keys WHERE id = ${issued.id}`;
      expect(row?.['size']).toBe(32);
      expect(row?.['text']).not.toContain(issued.key.split('_')[2].slice(0, 20));
    });
  });

  it('a key belongs to one workspace and sees nothing else', async () => {
    const { createApiKey, createWorkspace } = await import('../../src/features/api-keys/index.ts');
    const { platform } = world.server;
    const workspaceId = await createWorkspace(platform, 'other');
    const { key } = await createApiKey(platform, { workspaceId }, { name: 'o', scopes: Scope.options });
    const agent = await world.agent();
    expect((await world.api('GET', '/agents', { key })).body.data).toEqual([]);
    expectUnknown(await world.api('GET', `/agents/${agent.id}`, { key }), 'agent', agent.id);
    expectUnknown(await world.api('GET', `/api-keys/${issued.id}`, { key }), 'API key', issued.id);
  });

  describe('Expiry optional', () => {
    it('expires_at is kept, in any offset', async () => {
      const expires_at = '2099-01-01T02:00:00+02:00';
      expect(await world.make('/api-keys', { name: 'k', scopes: ['agents:read'], expires_at })).toMatchObject({
        expires_at: '2099-01-01T00:00:00.000Z',
      });
    });
    it('an expired key is refused', async () => {
      const body = { name: 'k', scopes: ['agents:read'], expires_at: '2001-01-01T00:00:00Z' };
      expectInvalid(await world.api('POST', '/api-keys', { body }), 'body.expires_at');
    });
  });
  it('last_used_at is rounded to the minute', async () => {
    const { id, key } = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'] });
    expect(await world.get(`/api-keys/${id}`)).toMatchObject({ last_used_at: null });
    await world.api('GET', '/agents', { key });
    const used = await eventually(async () => (await world.get(`/api-keys/${id}`)).last_used_at ?? undefined);
    expect(Math.abs(Date.now() - Date.parse(used))).toBeLessThan(120_000);
  });

  describe('endpoints', () => {
    it('GET /api/v1/api-keys', async () => {
      const { status, body } = await world.api('GET', '/api-keys');
      expect([status, body.pagination.page]).toEqual([200, 1]);
      expect(body.data.map(({ id }: Body) => id)).toContain(issued.id);
    });
    it('POST /api/v1/api-keys: 201', async () => {
      const { status } = await world.api('POST', '/api-keys', { body: { name: 'k', scopes: ['agents:read'] } });
      expect(status).toBe(201);
    });
    it('body: name and scopes are required, scopes known and at least one', async () => {
      expectInvalid(await world.api('POST', '/api-keys', { body: { scopes: ['agents:read'] } }), 'body.name');
      expectInvalid(await world.api('POST', '/api-keys', { body: { name: 'k' } }), 'body.scopes');
      expectInvalid(await world.api('POST', '/api-keys', { body: { name: 'k', scopes: [] } }), 'body.scopes');
      expectInvalid(await world.api('POST', '/api-keys', { body: { name: 'k', scopes: ['all'] } }), 'body.scopes[0]');
    });
    it('DELETE /api/v1/api-keys/:id revokes, at once', async () => {
      const { id, key } = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'] });
      expect((await world.api('DELETE', `/api-keys/${id}`)).body.data).toEqual({ id, deleted: true });
      expectError(await world.api('GET', '/agents', { key }), 401, 'revoked_api_key');
      expect(await world.get(`/api-keys/${id}`)).toMatchObject({ revoked_at: expect.any(String) });
    });
    it('POST /api/v1/api-keys/:id/rotate returns the record and, once, the new key', async () => {
      const made = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'] });
      const { status, body } = await world.api('POST', `/api-keys/${made.id}/rotate`);
      expect([status, body.data.key === made.key]).toEqual([200, false]);
      expect((await world.api('GET', '/agents', { key: body.data.key })).status).toBe(200);
      expect((await world.api('GET', '/agents', { key: made.key })).status).toBe(401);
    });
    it.each(['GET', 'DELETE'])('%s of an unknown key is 404', async (method) => {
      expectUnknown(await world.api(method, '/api-keys/key_nope'), 'API key', 'key_nope');
    });
  });

  describe('a key can grant, revoke or rotate only keys with scopes that it has itself', () => {
    let lesser: string;
    beforeAll(async () => {
      lesser = await world.keyWith(['api-keys:read', 'api-keys:write', 'agents:read'], { rate_limit_per_minute: 500 });
    });
    const by = async (method: string, path: string, body?: object) =>
      world.api(method, path, { key: lesser, ...(body === undefined ? {} : { body }) });
    it('grant', async () => {
      const limits = { rate_limit_per_minute: 500 };
      expect((await by('POST', '/api-keys', { name: 'k', scopes: ['agents:read'], ...limits })).status).toBe(201);
      const refused = await by('POST', '/api-keys', { name: 'k', scopes: ['agents:write'], ...limits });
      expectError(refused, 403, 'insufficient_scope');
      expect(refused.body.error.details.missing).toEqual(['agents:write']);
    });
    it('revoke', async () => {
      expectError(await by('DELETE', `/api-keys/${issued.id}`), 403, 'insufficient_scope');
    });
    it('rotate', async () => {
      expectError(await by('POST', `/api-keys/${issued.id}/rotate`), 403, 'insufficient_scope');
    });
    it('and grant no higher limits than its own', async () => {
      const body = { name: 'k', scopes: ['agents:read'], rate_limit_per_minute: 501 };
      expectInvalid(await by('POST', '/api-keys', body), 'body.rate_limit_per_minute');
    });
  });

  describe('Scopes', () => {
    const resources = 'workflows triggers agents threads knowledge-bases webhooks interfaces personas files api-keys';
    const others = [
      'executions:read',
      'executions:cancel',
      'executions:approve',
      'workflows:execute',
      'triggers:execute',
      'agents:execute',
      'knowledge-bases:query',
      'personas:execute',
    ];
    it('are <resource>:read and <resource>:write, eight more, and seven for people', async () => {
      const ofPeople =
        'conversations:read conversations:write insights:read members:read members:write audit:read settings:write'.split(
          ' ',
        );
      const both = resources.split(' ').flatMap((resource) => [`${resource}:read`, `${resource}:write`]);
      expect((await world.make('/api-keys', { name: 'all', scopes: [...both, ...others] })).scopes).toHaveLength(28);
      expect([...Scope.options].toSorted()).toEqual([...both, ...others, ...ofPeople].toSorted());
    });

    const scopesOf = (method: string, path: string, surface = 'versioned') =>
      allRoutes().find((route) => route.method === method && route.path === path && route.surface === surface)?.scopes;
    // contract/walk.test.ts checks the declared scopes of each route.
    const places: [path: string, resource: string][] = [
      ['/workflows', 'workflows'],
      ['/triggers', 'triggers'],
      ['/agents', 'agents'],
      ['/knowledge-bases', 'knowledge-bases'],
      ['/webhooks', 'webhooks'],
      ['/chat-interfaces', 'interfaces'],
      ['/form-interfaces', 'interfaces'],
    ];
    it.each(places)('%s: lists and reads need %s:read; create, update and delete :write', (path, resource) => {
      for (const [method, at] of [
        ['GET', path],
        ['GET', `${path}/:id`],
      ] as const) {
        expect(scopesOf(method, at)).toEqual([`${resource}:read`]);
      }
      for (const [method, at] of [
        ['POST', path],
        ['PATCH', `${path}/:id`],
        ['DELETE', `${path}/:id`],
      ] as const) {
        expect(scopesOf(method, at)).toEqual([`${resource}:write`]);
      }
    });
    it.each([
      ['older create', 'POST', '/agents', ['agents:write'], 'legacy'],
      ['older chat', 'POST', '/agents/:id/chat', ['agents:execute', 'threads:write'], 'legacy'],
      ['older chat stream', 'POST', '/agents/:id/chat/stream', ['agents:execute', 'threads:write'], 'legacy'],
      ['starting a persona task', 'POST', '/:id/instances', ['personas:execute'], 'personas'],
      ['cancelling a persona task', 'POST', '/instances/:id/cancel', ['personas:execute'], 'personas'],
      ['resuming a persona task', 'POST', '/instances/:id/resume', ['personas:execute'], 'personas'],
      [
        'deciding an approval of a task',
        'POST',
        '/instances/:id/approvals/:approval_id',
        ['executions:approve'],
        'personas',
      ],
      ['deciding any approval', 'POST', '/executions/:id/approvals/:node_id', ['executions:approve'], 'versioned'],
      ['retry of an execution', 'POST', '/executions/:id/retry', ['workflows:execute'], 'versioned'],
      ['cancel of a reply', 'POST', '/threads/:id/cancel', ['threads:write'], 'versioned'],
      ['redeliver', 'POST', '/webhooks/:id/deliveries/:delivery_id/redeliver', ['webhooks:write'], 'versioned'],
      ['rotate-secret', 'POST', '/webhooks/:id/rotate-secret', ['webhooks:write'], 'versioned'],
      ['reading sessions', 'GET', '/chat-interfaces/:id/sessions', ['interfaces:read'], 'versioned'],
      ['reading submissions', 'GET', '/form-interfaces/:id/submissions', ['interfaces:read'], 'versioned'],
    ])('%s (%s %s): %j', (_what, method, path, scopes, surface) => {
      expect(scopesOf(method, path, surface)).toEqual(scopes);
    });
    it('a key with exactly these scopes can call it', async () => {
      const key = await world.keyWith(['agents:write']);
      expect((await call(world.server, 'POST', '/v1/agents', { key, body: { name: 'A' } })).status).toBe(201);
    });
  });
});
