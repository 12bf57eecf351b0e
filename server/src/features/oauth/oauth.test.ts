import { createHash, randomBytes } from 'node:crypto';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpOwner, TestBrowser } from '../../../test/browser.ts';
import { call, type TestAnswer } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { deleteOldOAuth } from './oauth.sql.ts';

let models: ModelServer;
let server: ServerUnderTest;
let owner: TestBrowser;
const returnTo = 'http://127.0.0.1:3456/callback';

beforeAll(async () => {
  models = await startModelServer();
  const model = { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test', DEFAULT_MODEL: 'gpt-4o' };
  server = await startServer({ ...model, TRUST_PROXY: '1' });
  await call(server, 'POST', '/api/v1/agents', { body: { name: 'Support', slug: 'support' } });
  owner = await signUpOwner(server);
});
afterAll(async () => {
  await server.close();
  await models.close();
});

/** A person at a browser who follows redirects manually, because nothing listens at the app's own address. */
async function visit(browser: TestBrowser, method: 'GET' | 'POST', url: string, form?: Record<string, string>) {
  const response = await fetch(new URL(url, server.url), {
    method,
    redirect: 'manual',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      ...(browser.cookie === undefined ? {} : { Cookie: browser.cookie }),
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    headers: response.headers,
    text: await response.text(),
  };
}

/** Follows an app to the consent page and presses a button there; returns where the app's browser goes. */
async function consent(
  browser: TestBrowser,
  authorizationUrl: string,
  decision: 'allow' | 'deny' = 'allow',
  workspace = browser.workspace ?? '',
): Promise<URL> {
  const first = await visit(browser, 'GET', authorizationUrl);
  expect(first.status, first.text).toBe(302);
  expect(first.location).toMatch(/^\/console\/authorize\?/);
  const page = await visit(browser, 'GET', first.location);
  expect(page.status).toBe(200);
  const action = /action="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const done = await visit(browser, 'POST', action, { decision, workspace });
  expect(done.status, done.text).toBe(302);
  return new URL(done.location);
}

/** The storage of an MCP client, and its browser. */
class Desk implements OAuthClientProvider {
  readonly redirectUrl = returnTo;
  asked: URL | undefined;
  information: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  kept: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  verifier = '';
  get clientMetadata() {
    return { client_name: 'Test <b>client</b>', redirect_uris: [returnTo], token_endpoint_auth_method: 'none' };
  }
  state = () => 'the state';
  clientInformation = () => this.information;
  saveClientInformation = (information: NonNullable<Desk['information']>) => {
    this.information = information;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: NonNullable<Desk['kept']>) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  invalidateCredentials = (scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') => {
    if (scope === 'all' || scope === 'client') this.information = undefined;
    if (scope === 'all' || scope === 'tokens') this.kept = undefined;
  };
}

/** Connects the official client, from its first 401 to its first list of tools. */
async function connect(browser: TestBrowser, desk = new Desk()): Promise<{ client: Client; desk: Desk }> {
  const address = new URL(`${server.url}/mcp`);
  const transport = new StreamableHTTPClientTransport(address, { authProvider: desk });
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow(UnauthorizedError);
  const back = await consent(browser, String(desk.asked));
  expect(back.searchParams.get('state')).toBe('the state');
  expect(back.searchParams.get('iss')).toBe(server.url);
  await transport.finishAuth(back.searchParams.get('code') ?? '');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: desk }));
  return { client, desk };
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).toSorted();

async function post(
  path: string,
  body: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new URLSearchParams(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

let lastAddress = 0;
/** An address that no other request comes from, because the registrations of a stranger are limited. */
const newAddress = (): string => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};

async function register(...redirectUris: string[]): Promise<TestAnswer> {
  const body = JSON.stringify({ client_name: 'Raw', redirect_uris: redirectUris });
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': newAddress() };
  return post('/oauth/register', body, headers);
}

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

function authorizeUrl(clientId: string, changes: Record<string, string | undefined> = {}): string {
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: returnTo,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
    ...changes,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return `/oauth/authorize?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
}

/** The tokens of an app that does without the official client. */
async function obtain(browser = owner, changes: Record<string, string | undefined> = {}) {
  const { body: client } = await register(returnTo);
  const back = await consent(browser, authorizeUrl(client.client_id, changes));
  const code = back.searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, client_id: client.client_id, code_verifier: verifier };
  const { body: tokens } = await post('/oauth/token', { ...exchange, redirect_uri: returnTo });
  return { clientId: client.client_id, exchange, tokens };
}

/** The status of a list of tools with this token. */
async function useToken(token: string, path = '/mcp') {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() };
}

describe('the official client', () => {
  it('registers, asks the person, and uses the tools', async () => {
    const { client, desk } = await connect(owner);
    expect(await namesOf(client)).toEqual(['ask_support', 'fetch', 'search']);
    const { content } = await client.callTool({ name: 'ask_support', arguments: { message: 'Hello' } });
    expect(content).toMatchObject([{ text: 'You said: Hello' }]);
    expect(desk.kept).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    await client.close();
  });

  it('gets new tokens by itself when the old one has expired', async () => {
    const { client, desk } = await connect(owner);
    await client.close();
    const { kept } = desk;
    await server.platform.database.sql`UPDATE oauth_tokens SET expires_at = now() WHERE kind = 'access'`;
    const again = new Client({ name: 'test', version: '1' });
    await again.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider: desk }));
    expect(await namesOf(again)).toContain('ask_support');
    expect(desk.kept?.refresh_token).not.toBe(kept?.refresh_token);
    await again.close();
  });

  it('comes back long after its grant has ended, but an app that nobody allowed is deleted', async () => {
    const { client, desk } = await connect(owner);
    await client.close();
    const { body: unused } = await register(returnTo);
    const { sql } = server.platform.database;
    await sql`UPDATE oauth_tokens SET expires_at = now()`;
    await sql`UPDATE oauth_grants SET created_at = created_at - interval '40 days'`;
    await sql`UPDATE oauth_clients SET created_at = created_at - interval '40 days'`;
    await deleteOldOAuth(sql);
    const known = desk.information?.client_id;
    // Its refresh token is invalid by now, so it asks for a new grant with the id that it has.
    const again = await connect(owner, desk);
    expect(desk.information?.client_id).toBe(known);
    expect(await namesOf(again.client)).toContain('ask_support');
    await again.client.close();
    expect((await visit(owner, 'GET', authorizeUrl(unused.client_id))).status).toBe(400);
  });

  it('is kept while strangers register thousands of apps that nobody allows', async () => {
    const { client } = await connect(owner);
    const { sql } = server.platform.database;
    await sql`
      INSERT INTO oauth_clients (id, name, redirect_uris, created_at)
      SELECT 'mcp_flood' || at, 'Flood', ARRAY[${returnTo}], now() - at * interval '1 second'
      FROM generate_series(1, 6000) AS at`;
    const { body: latest } = await register(returnTo);
    expect((await visit(owner, 'GET', authorizeUrl(latest.client_id))).status).toBe(302);
    expect((await visit(owner, 'GET', authorizeUrl('mcp_flood4000'))).status).toBe(302);
    expect((await visit(owner, 'GET', authorizeUrl('mcp_flood5001'))).status).toBe(400);
    expect(await namesOf(client)).toContain('ask_support');
    await client.close();
    await sql`DELETE FROM oauth_clients WHERE id LIKE 'mcp_flood%'`;
  });

  it('registers again by itself when its registration was deleted', async () => {
    const { client, desk } = await connect(owner);
    await client.close();
    const old = desk.information?.client_id ?? '';
    await server.platform.database.sql`DELETE FROM oauth_clients WHERE id = ${old}`;
    const again = await connect(owner, desk);
    expect(desk.information?.client_id).not.toBe(old);
    expect(await namesOf(again.client)).toContain('ask_support');
    await again.client.close();
  });

  it('finds nothing after the grant is revoked, and a call that runs ends', async () => {
    const { client, desk } = await connect(owner);
    models.always({ text: ['slow'], hangAfter: 0 });
    const running = client.callTool({ name: 'ask_support', arguments: { message: 'Hello' } });
    const ended = running.then(
      () => 'answered',
      () => 'ended',
    );
    await expect.poll(() => models.calls.length).toBeGreaterThan(0);
    const token = desk.kept?.access_token ?? '';
    const clientId = desk.information?.client_id ?? '';
    expect(await post('/oauth/revoke', { token, client_id: clientId })).toMatchObject({ status: 200, body: {} });
    expect((await useToken(token)).status).toBe(401);
    expect(await ended).toBe('ended');
    models.always({ text: ['You said: Hello'] });
    const refresh = { grant_type: 'refresh_token', refresh_token: desk.kept?.refresh_token ?? '', client_id: clientId };
    expect(await post('/oauth/token', refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await client.close();
  });
});

describe('a token', () => {
  it('is valid only at /mcp', async () => {
    const { tokens } = await obtain();
    for (const path of ['/mcp', '/mcp/', '/MCP']) {
      expect((await useToken(tokens.access_token, path)).status, path).toBe(200);
    }
    expect((await useToken(tokens.refresh_token)).status).toBe(401);
    const elsewhere = await call(server, 'GET', '/api/v1/agents', { key: tokens.access_token });
    expect(elsewhere.status).toBe(401);
  });

  it('for another resource is refused', async () => {
    const { tokens } = await obtain();
    const { sql } = server.platform.database;
    await sql`UPDATE oauth_grants SET resource = 'https://other.example.com/mcp'
      WHERE id = (SELECT grant_id FROM oauth_tokens ORDER BY grant_id DESC LIMIT 1)`;
    expect((await useToken(tokens.access_token)).status).toBe(401);
  });

  it.each(['nonsense', 'pto_nonsense', 'ptk_nonsense'])(
    '%s is refused, and the error says how to get a valid one',
    async (token) => {
      const { status, challenge: way } = await useToken(token);
      expect(status).toBe(401);
      expect(way).toBe(
        `Bearer error="invalid_token", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`,
      );
    },
  );

  it('has only the requested scopes', async () => {
    const { tokens } = await obtain(owner, { scope: 'knowledge-bases:query' });
    expect(tokens.scope).toBe('knowledge-bases:query');
    const { text } = await useToken(tokens.access_token);
    expect(text).toContain('"search"');
    expect(text).not.toContain('ask_support');
  });

  it('has access to its own workspace, and loses the scopes that the person loses', async () => {
    const { body } = await owner.send('POST', '/api/v1/workspaces', { body: { name: 'Other' } });
    const other = body.data.id;
    const { body: client } = await register(returnTo);
    const back = await consent(owner, authorizeUrl(client.client_id), 'allow', other);
    const { body: tokens } = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      client_id: client.client_id,
      code_verifier: verifier,
    });
    expect((await useToken(tokens.access_token)).text).not.toContain('ask_support');
    const { sql } = server.platform.database;
    await sql`UPDATE members SET role = 'viewer' WHERE workspace_id = ${other}`;
    expect((await useToken(tokens.access_token)).text).toContain('search');
    await sql`DELETE FROM members WHERE workspace_id = ${other}`;
    expect((await useToken(tokens.access_token)).status).toBe(401);
  });

  it('ends with its grant when the person removes the app', async () => {
    const { tokens } = await obtain();
    const page = await visit(owner, 'GET', '/oauth/grants');
    const [, action = ''] = /action="(\/oauth\/grants\/[^"]+)"/.exec(page.text) ?? [];
    const foreign = new TestBrowser(server);
    expect((await visit(foreign, 'POST', action)).status).toBe(400);
    expect((await useToken(tokens.access_token)).status).toBe(200);
    expect((await visit(owner, 'POST', action)).status).toBe(303);
    expect((await useToken(tokens.access_token)).status).toBe(401);
  });
});

it('granting and revoking are in the audit log', async () => {
  const log = async (action: string) =>
    (await owner.send('GET', `/api/v1/audit-log?action=oauth_grant.${action}`)).body.data;
  const { tokens, clientId } = await obtain(owner, { scope: 'agents:execute' });
  const [created] = await log('created');
  expect(created).toMatchObject({
    actor: { type: 'user', name: 'Ada Lovelace' },
    resource: { type: 'oauth_grant', id: expect.stringMatching(/^grn_/), name: 'Raw' },
    changes: { scopes: { before: null, after: ['agents:execute'] }, returns_to: { after: returnTo } },
    ip: '127.0.0.1',
    request_id: expect.any(String),
  });
  expect(JSON.stringify(created)).not.toMatch(/pto_|ptr_/);
  const before = (await log('deleted')).length;
  // By the app, for the person; a second revocation has no effect.
  for (const token of [tokens.access_token, tokens.access_token]) {
    await post('/oauth/revoke', { token, client_id: clientId });
  }
  const byApp = await log('deleted');
  expect(byApp).toHaveLength(before + 1);
  expect(byApp[0]).toMatchObject({
    actor: { type: 'user', name: 'Ada Lovelace' },
    resource: { id: created.resource.id },
    ip: '127.0.0.1',
  });
  // By the server, because a code was used twice.
  const { exchange } = await obtain();
  await post('/oauth/token', exchange);
  expect((await log('deleted'))[0]).toMatchObject({ actor: { type: 'system' }, resource: { name: 'Raw' } });
  // By the person.
  await obtain();
  const page = await visit(owner, 'GET', '/oauth/grants');
  const [, action = '', id] = /action="(\/oauth\/grants\/([^"]+))"/.exec(page.text) ?? [];
  for (const _ of [1, 2]) await visit(owner, 'POST', action);
  const [byPerson, ...others] = (await log('deleted')).filter(
    ({ resource }: { resource: { id: string } }) => resource.id === id,
  );
  expect(byPerson).toMatchObject({ actor: { type: 'user', name: 'Ada Lovelace' } });
  expect(others).toEqual([]);
});

describe('an exchange', () => {
  it('of a code works once; a second one revokes the tokens of the first', async () => {
    const { exchange, tokens } = await obtain();
    expect(await post('/oauth/token', exchange)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await useToken(tokens.access_token)).status).toBe(401);
  });

  it('of a code a second time after it expired revokes the tokens too', async () => {
    const { exchange, tokens } = await obtain();
    await server.platform.database.sql`UPDATE oauth_codes SET expires_at = now() - interval '1 second'`;
    expect(await post('/oauth/token', exchange)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await useToken(tokens.access_token)).status).toBe(401);
  });

  it('of a refresh token works once; a second one ends the grant', async () => {
    const { clientId, tokens } = await obtain();
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: clientId };
    const { body: next } = await post('/oauth/token', refresh);
    expect((await useToken(tokens.access_token)).status).toBe(401);
    expect((await useToken(next.access_token)).status).toBe(200);
    expect(await post('/oauth/token', refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await useToken(next.access_token)).status).toBe(401);
  });

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1:3456/other' }, 'invalid_grant'],
    ['a NUL character', { client_id: 'mcp_\0' }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
  ])('with %s is refused', async (_, changes, error) => {
    const { body: client } = await register(returnTo);
    const back = await consent(owner, authorizeUrl(client.client_id));
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      client_id: client.client_id,
      code_verifier: verifier,
      redirect_uri: returnTo,
      ...changes,
    };
    expect(await post('/oauth/token', form)).toMatchObject({ status: 400, body: { error } });
  });
});

it.each(['authorization_code', 'refresh_token'])(
  'an unknown client is distinguished from an invalid %s, so that it registers again',
  async (type) => {
    const { clientId, tokens } = await obtain();
    const form = { grant_type: type, code: 'x', code_verifier: verifier, refresh_token: tokens.refresh_token };
    expect(await post('/oauth/token', { ...form, client_id: 'mcp_other' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    const { body: other } = await register(returnTo);
    expect(await post('/oauth/token', { ...form, client_id: other.client_id })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await useToken(tokens.access_token)).status, clientId).toBe(200);
  },
);

describe('a malformed request', () => {
  const formType = 'application/x-www-form-urlencoded';
  const long = 'x'.repeat(20_000);
  const registration = (changes: object) => JSON.stringify({ redirect_uris: [returnTo], ...changes });
  it.each([
    ['/oauth/register', 'application/json', '{', 400, 'invalid_client_metadata'],
    ['/oauth/register', 'application/json', registration({ client_name: long }), 413, 'invalid_client_metadata'],
    ['/oauth/register', 'application/json', registration({ client_name: 'A\0' }), 400, 'invalid_client_metadata'],
    ['/oauth/register', 'application/json', registration({ client_uri: '\ud800' }), 400, 'invalid_client_metadata'],
    [
      '/oauth/register',
      'application/json',
      registration({ redirect_uris: [`${returnTo}\0`] }),
      400,
      'invalid_redirect_uri',
    ],
    ['/oauth/token', formType, long, 413, 'invalid_request'],
    ['/oauth/token', `${formType}; charset=unknown`, 'a=b', 400, 'invalid_request'],
    ['/oauth/revoke', formType, long, 413, 'invalid_request'],
    ['/oauth/revoke', `${formType}; charset=unknown`, 'a=b', 400, 'invalid_request'],
  ])('to %s of type %s is refused in OAuth’s format, and counted (%#)', async (path, type, body, status, error) => {
    const answer = await post(path, body, { 'Content-Type': type, 'X-Forwarded-For': newAddress() });
    expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  });

  it('to allow an app is refused on a page', async () => {
    const { body: client } = await register(returnTo);
    const url = authorizeUrl(client.client_id);
    expect((await visit(owner, 'POST', url, { decision: long })).status).toBe(413);
    const form = { decision: 'allow', workspace: owner.workspace ?? '' };
    const nul = authorizeUrl(client.client_id, { redirect_uri: `${returnTo}\0` });
    expect((await visit(owner, 'POST', nul, form)).status).toBe(400);
    expect((await visit(owner, 'GET', authorizeUrl('mcp_\0'))).status).toBe(400);
  });
});

describe('an authorization', () => {
  it.each([
    ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['of a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    ['for unknown scopes', { scope: 'settings:write' }, 'invalid_scope'],
  ])('%s goes back to the app on the same machine with the error', async (_, changes, error) => {
    const { body: client } = await register(returnTo);
    const { status, location } = await visit(owner, 'GET', authorizeUrl(client.client_id, changes));
    expect(status).toBe(302);
    const back = new URL(location);
    expect(back.origin + back.pathname).toBe(returnTo);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 's', iss: server.url });
  });

  it('with an error goes to another machine only if somebody has allowed the app before', async () => {
    const elsewhere = 'https://app.example.com/callback';
    const { body: client } = await register(elsewhere);
    const url = authorizeUrl(client.client_id, { redirect_uri: elsewhere });
    const faulty = authorizeUrl(client.client_id, { redirect_uri: elsewhere, scope: 'settings:write' });
    for (const person of [owner, new TestBrowser(server)]) {
      const { status, location, text } = await visit(person, 'GET', faulty);
      expect({ status, location }).toEqual({ status: 400, location: '' });
      expect(text).toContain('The request is incomplete. Start again in the app.');
      expect(text).toContain('scope: known are agents:execute');
    }
    expect((await consent(owner, url, 'deny')).searchParams.get('error')).toBe('access_denied');
    expect((await visit(owner, 'GET', faulty)).status).toBe(400);
    expect((await consent(owner, url)).searchParams.get('code')).toMatch(/./);
    const { status, location } = await visit(owner, 'GET', faulty);
    expect(status).toBe(302);
    expect(location).toMatch(/^https:\/\/app\.example\.com\/callback\?error=invalid_scope&/);
  });

  it.each([
    ['of an unknown app', () => authorizeUrl('mcp_unknown')],
    [
      'to an address that the app has not registered',
      (id: string) => authorizeUrl(id, { redirect_uri: 'https://evil.example.com/' }),
    ],
  ])('%s is not redirected', async (_, make) => {
    const { body: client } = await register(returnTo);
    const { status, location } = await visit(owner, 'GET', make(client.client_id));
    expect({ status, location }).toEqual({ status: 400, location: '' });
  });

  it('that is denied returns access_denied and grants nothing', async () => {
    const { body: client } = await register(returnTo);
    const back = await consent(owner, authorizeUrl(client.client_id), 'deny');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
  });

  it('needs a member of the workspace, on a page of this server', async () => {
    const { body: client } = await register(returnTo);
    const url = authorizeUrl(client.client_id);
    expect((await visit(owner, 'POST', url, { decision: 'allow', workspace: 'ws_unknown' })).status).toBe(403);
    const signedOut = new TestBrowser(server);
    expect((await visit(signedOut, 'POST', url, { decision: 'allow', workspace: owner.workspace ?? '' })).status).toBe(
      400,
    );
    const withKey = new TestBrowser(server);
    await withKey.send('POST', '/api/v1/auth/sign-in-with-key', { body: { api_key: server.apiKey } });
    const form = { decision: 'allow', workspace: owner.workspace ?? '' };
    expect((await visit(withKey, 'POST', url, form)).status).toBe(400);
    const foreign = await fetch(server.url + url, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: owner.cookie ?? '', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example.com' },
      body: new URLSearchParams(form),
    });
    expect(foreign.status).toBe(403);
  });

  it('is requested on a page that can’t be framed, escapes names, and opens the sign-in first', async () => {
    const { body: client } = await register(returnTo);
    const url = authorizeUrl(client.client_id).replace('/oauth/', '/console/');
    const page = await visit(owner, 'GET', url);
    expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:3456");
    const { desk } = await connect(owner);
    const named = await visit(owner, 'GET', String(desk.asked).replace('/oauth/', '/console/'));
    expect(named.text).toContain('Test &lt;b&gt;client&lt;/b&gt;');
    const signedOut = await visit(new TestBrowser(server), 'GET', url);
    expect(signedOut.text).not.toContain('<form');
  });
});

describe('a registration', () => {
  it.each([
    ['no address', []],
    ['http on another machine', ['http://example.com/callback']],
    ['a script', ['javascript:alert(1)']],
    ['a call', ['tel:+4930123456']],
    ['a page inside the browser', ['view-source:https://example.com/']],
    ['a tool of the system', ['ms-msdt:/id']],
    ['a document that an office program opens', ['ms-word:ofe|u|https://example.com/letter.docx']],
    ['an installation', ['itms-services:?action=download-manifest&url=https://example.com/']],
    ['another app of a phone', ['intent://example.com/']],
    ['a folder on another machine', ['smb://example.com/folder']],
    ['a fragment', ['https://example.com/#part']],
    ['a password', ['https://user:password@example.com/']],
    ['eleven addresses', Array.from({ length: 11 }, (__, at) => `https://example.com/${at}`)],
  ])('with %s is refused', async (_, addresses) => {
    expect(await register(...addresses)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
  });

  it('accepts any port on loopback, and schemes of apps', async () => {
    const { status, body } = await register(
      'http://localhost/callback',
      'app.example:/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    );
    expect(status).toBe(201);
    const url = authorizeUrl(body.client_id, { redirect_uri: 'http://localhost:53124/callback' });
    expect((await visit(owner, 'GET', url)).location).toMatch(/^\/console\/authorize/);
  });
});

it('metadata is found at the addresses of the standards, from every origin', async () => {
  const read = async (path: string) => {
    const response = await fetch(`${server.url}/.well-known/${path}`, {
      headers: { Origin: 'https://app.example.com' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    return response.json();
  };
  for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp']) {
    expect(await read(path)).toMatchObject({ resource: `${server.url}/mcp`, authorization_servers: [server.url] });
  }
  expect(await read('oauth-authorization-server')).toMatchObject({
    issuer: server.url,
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  });
});
