import { readFile } from 'node:fs/promises';
import { Role } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, signUpOwner, type TestBrowser } from '../../../test/browser.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

/*
 * Every operation of openapi.json is tried with every role: operations that the role lacks a scope for are 403 before
 * the request is validated, and all others aren't. Every one that writes is tried from pages of other sites, too. A new
 * operation is covered automatically.
 */
interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly 'x-scopes'?: readonly string[];
}

const document = JSON.parse(await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const scopes = operation['x-scopes'];
    if (scopes === undefined) return [];
    const name = operation.operationId;
    // Leaving a workspace needs no scope, and the member in this path doesn't exist.
    const needed = name === 'deleteMember' ? ['members:write'] : scopes;
    return [{ name, method: method.toUpperCase(), path, scopes: needed }];
  }),
);

let server: ServerUnderTest;
const browsers = new Map<Role, TestBrowser>();
beforeAll(async () => {
  server = await startServer();
  const owner = await signUpOwner(server);
  browsers.set('owner', owner);
  for (const role of ['editor', 'responder', 'viewer'] as const) {
    browsers.set(role, await join(owner, `${role}@example.com`, role));
  }
});
afterAll(async () => server.close());

/** The status of a request whose body is invalid for every operation; streams are closed immediately. */
async function tryOperation(
  browser: TestBrowser,
  method: string,
  path: string,
  proof: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
) {
  const stop = new AbortController();
  const response = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'x'), {
    method,
    headers: {
      Cookie: browser.cookie ?? '',
      'X-Portico-Workspace': browser.workspace ?? '',
      ...proof,
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    body: method === 'GET' || method === 'DELETE' ? null : '{"no_such_field":1}',
    signal: stop.signal,
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const body: unknown = isJson ? await response.json() : undefined;
  stop.abort();
  return { status: response.status, body };
}

test('there are operations to test', () => {
  expect(operations.length).toBeGreaterThan(110);
});

describe.each(Role.options)('a member who is %s', (role) => {
  test.each(operations)('$name', async ({ method, path, scopes }) => {
    const browser = browsers.get(role);
    if (browser === undefined) throw new Error('nobody has that role');
    const { scopes: own } = await scopesOf(browser);
    const missing = scopes.filter((scope) => !own.includes(scope));
    const { status, body } = await tryOperation(browser, method, path);
    if (missing.length > 0) {
      expect([status, missing]).toEqual([403, missing]);
      if (!path.startsWith('/v1/')) {
        expect(body).toMatchObject({ error: { code: 'insufficient_scope', details: { missing } } });
      }
    } else expect([200, 201, 204, 302, 400, 404]).toContain(status);
  });
});

const foreignPages: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'https://pages.example.com' },
  // On plain http a browser sends only the origin, `null` for a page in a sandbox.
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  {},
];
const writing = operations.filter(({ method }) => method !== 'GET');
/** Those that sign in, which programs without a cookie use, too: they send no header of a browser. */
const signingIn = Object.entries(document.paths)
  .filter(([path, { post }]) => path.startsWith('/api/v1/auth/') && post !== undefined && !('x-scopes' in post))
  .map(([path]) => ({ name: path, method: 'POST', path }));

test('there are operations that write', () => {
  expect(writing.length).toBeGreaterThan(100);
  expect(signingIn.length).toBeGreaterThan(5);
});

describe('a page of another site, with an owner’s cookie', () => {
  test.each([...writing, ...signingIn])('is refused: $name', async ({ method, path }) => {
    const owner = browsers.get('owner');
    if (owner === undefined) throw new Error('there is no owner');
    for (const page of foreignPages) {
      const isProgram = signingIn.some((one) => one.path === path) && Object.keys(page).length === 0;
      if (isProgram && path !== '/api/v1/auth/sign-out') continue;
      const { status, body } = await tryOperation(owner, method, path, page);
      expect([page, status]).toEqual([page, 403]);
      // The older endpoints have errors without details.
      if (path.startsWith('/v1/')) continue;
      const message = expect.stringContaining(page['Origin'] ?? 'without an Origin');
      const error = { code: 'insufficient_scope', message, details: { required: [], missing: [] } };
      expect(body).toMatchObject({ error });
    }
  });

  // The tests of roles above send `Sec-Fetch-Site: same-origin`.
  test.each(writing)('is recognised as the console by the origin alone: $name', async ({ method, path }) => {
    const owner = browsers.get('owner');
    if (owner === undefined) throw new Error('there is no owner');
    const { status } = await tryOperation(owner, method, path, { Origin: new URL(server.platform.publicUrl).origin });
    expect([200, 201, 204, 302, 400, 404]).toContain(status);
  });
});

test.each([
  { method: 'POST', path: '/mcp' },
  { method: 'GET', path: '/mcp' },
  { method: 'PUT', path: '/mcp' },
  { method: 'GET', path: '/openai/v1/models' },
  { method: 'POST', path: '/openai/v1/chat/completions' },
  { method: 'GET', path: '/openai/v1/unknown' },
])('an owner’s cookie is not a key for programs: $method $path', async ({ method, path }) => {
  const owner = browsers.get('owner');
  if (owner === undefined) throw new Error('there is no owner');
  const { status, headers, body } = await owner.send(method, path, method === 'POST' ? { body: {} } : {});
  expect({ status, text: JSON.stringify(body) }).toMatchObject({
    status: 401,
    text: expect.stringContaining('Send a key'),
  });
  expect(headers.get('www-authenticate')?.includes('resource_metadata=') ?? false).toBe(path === '/mcp');
});

const known = new Map<TestBrowser, { scopes: string[] }>();
async function scopesOf(browser: TestBrowser): Promise<{ scopes: string[] }> {
  const found = known.get(browser) ?? (await browser.send('GET', '/api/v1/me')).body.data;
  known.set(browser, found);
  return found;
}
