import { Scope } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/app/operations.ts';
import { createApiKey, createWorkspace } from '../../src/features/api-keys/index.ts';
import { prefixes } from '../../src/platform/http/surfaces.ts';
import { call } from '../client.ts';
import { startServer, type ServerUnderTest } from '../start-server.ts';

/*
 * Tests every authenticated route of the declarations (the source of openapi.json), so that a new route is covered
 * automatically.
 */
let server: ServerUnderTest;
let stranger: string;

beforeAll(async () => {
  server = await startServer();
  const workspaceId = await createWorkspace(server.platform, 'stranger');
  ({ key: stranger } = await createApiKey(server.platform, { workspaceId }, { name: 's', scopes: Scope.options }));
});
afterAll(async () => server.close());

const routes = allRoutes().filter(({ scopes }) => scopes !== undefined);
const named = routes.map((route) => [`${route.method} ${route.surface} ${route.path}`, route] as const);

const fill = (surface: keyof typeof prefixes, path: string, id: string): string =>
  `${prefixes[surface][0] ?? ''}${path === '/' ? '' : path}`.replaceAll(/:\w+/g, encodeURIComponent(id));

describe('without a key every route is 401 invalid_api_key, before anything else', () => {
  test.each(named)('%s', async (_, { method, surface, path }) => {
    // A stranger is limited to 60 requests per minute, so this test uses a separate address.
    const { status, body } = await call(server, method, fill(surface, path, 'x'), { key: null });
    expect([401, 429]).toContain(status);
    if (status === 401) expect(body.error.code).toBe('invalid_api_key');
  });
});

describe('each missing scope is a 403 that names it', () => {
  const cases = named.flatMap(([name, route]) => (route.scopes ?? []).map((scope) => [name, scope, route] as const));
  test.each(cases)('%s without %s', async (_, missing, { method, surface, path }) => {
    const scopes = Scope.options.filter((scope) => scope !== missing);
    const key = await keyWith(scopes);
    const { status, body } = await call(server, method, fill(surface, path, 'x'), { key });
    expect(status).toBe(403);
    expect(body.error.code).toBe('insufficient_scope');
    if (surface !== 'legacy') expect(body.error.details.missing).toEqual([missing]);
  });
});

const keys = new Map<string, string>();
async function keyWith(scopes: Scope[]): Promise<string> {
  const name = scopes.join();
  const known = keys.get(name);
  if (known !== undefined) return known;
  const workspaceId = (await server.platform.database.sql`SELECT id FROM workspaces WHERE name = 'default'`)[0]?.['id'];
  const { key } = await createApiKey(server.platform, { workspaceId: String(workspaceId) }, { name: 'k', scopes });
  keys.set(name, key);
  return key;
}

describe('an unknown id is a 404 with the same body for everyone', () => {
  const reads = named.filter(([, { method, path }]) => method === 'GET' && path.includes(':'));
  test.each(reads)('%s', async (_, { method, surface, path }) => {
    for (const id of ['nope', 'agt_00000000000000000000000000', '%00']) {
      const address = fill(surface, path, id);
      const own = await call(server, method, address);
      const other = await call(server, method, address, { key: stranger });
      expect(own.status).toBe(404);
      expect(other.status).toBe(404);
      expect(other.body.error).toEqual(own.body.error);
      expect(own.body.error.details).toMatchObject({ resource: expect.any(String) });
    }
    // Invalid escapes are not refused before the key and the limits are checked.
    const malformed = fill(surface, path, 'MALFORMED').replaceAll('MALFORMED', '%ED%A0%80');
    const answer = await call(server, method, malformed);
    expect([answer.status, answer.body.error.details.id]).toEqual([404, '%ED%A0%80']);
    expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull();
  });
});
