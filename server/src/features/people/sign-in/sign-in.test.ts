import argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { createFirstLink } from '../index.ts';

let server: ServerUnderTest;
/** A server without a person. */
let unused: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
  unused = await startServer({ TRUST_PROXY: '1' });
});
afterAll(async () => {
  await unused.close();
  await server.close();
});

const setUp = async (browser: TestBrowser, body: Record<string, unknown>) =>
  browser.send('POST', '/api/v1/auth/setup', {
    body: { name: 'Ada', email: 'ada@example.com', password: goodPassword, ...body },
  });
const tokenIn = (link: string | undefined) => /#setup=(\S+)$/.exec(link ?? '')?.[1] ?? '';

describe('the first owner', () => {
  test('is created once with the setup link, which a refused body does not use up', async () => {
    const browser = new TestBrowser(unused);
    const link = await createFirstLink(unused.platform, 'http://localhost:3000');
    expect(link).toMatch(/^http:\/\/localhost:3000\/console#setup=[\w-]{43}$/);
    const token = tokenIn(link);
    expect((await browser.send('GET', '/api/v1/auth/methods')).body.data).toEqual({
      setup_needed: true,
      password: true,
      passkey: true,
      oidc: null,
    });
    const other = tokenIn(await createFirstLink(unused.platform, 'http://localhost:3000'));

    const weak = await setUp(browser, { token, password: 'password1234' });
    expect(weak.body.error.details.fields).toMatchObject([{ path: 'body.password', code: 'too_weak' }]);
    const short = await setUp(browser, { token, password: 'x1!' });
    expect(short.body.error.details.fields).toMatchObject([{ path: 'body.password', code: 'too_short' }]);
    const made = await setUp(browser, { token, email: 'Ada@Example.com' });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      user: { id: expect.stringMatching(/^usr_/), email: 'ada@example.com', name: 'Ada', avatar_url: null },
      workspace: { id: expect.stringMatching(/^ws_/), name: 'default' },
    });
    expect(made.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portico_session=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);

    for (const used of [token, other, 'unknown']) {
      const again = await setUp(new TestBrowser(unused), { token: used, email: 'eve@example.com' });
      expect([again.status, again.body.error.code]).toEqual([401, 'invalid_api_key']);
    }
    expect(await createFirstLink(unused.platform, 'http://localhost:3000')).toBeUndefined();
    expect((await browser.send('GET', '/api/v1/auth/methods')).body.data.setup_needed).toBe(false);
  });

  test('is the caller, with every scope', async () => {
    await signUpOwner(server);
    const browser = new TestBrowser(server);
    const body = { email: 'ada@example.com', password: goodPassword };
    expect((await browser.send('POST', '/api/v1/auth/sign-in', { body })).status).toBe(200);
    const { data } = (await browser.send('GET', '/api/v1/me')).body;
    expect(data).toMatchObject({
      user: { email: 'ada@example.com', last_seen_at: expect.any(String) },
      role: 'owner',
      workspace: { name: 'default' },
      workspaces: [{ name: 'default', role: 'owner' }],
    });
    expect(data.scopes).toContain('settings:write');
    expect((await browser.send('GET', '/api/v1/agents')).status).toBe(200);
    expect((await browser.send('GET', '/v1/agents')).status).toBe(200);
    expect((await browser.send('GET', '/api/personas')).status).toBe(200);
    const made = await browser.send('POST', '/api/v1/agents', { body: { name: 'Guide' } });
    expect(made.status).toBe(201);
    expect(made.headers.get('x-ratelimit-limit')).not.toBeNull();
  });
});

describe('requests without a session', () => {
  test('count against the address when they sign in, and not when the console requests the session', async () => {
    const ask = async (method: string, path: string, body?: object) =>
      call(unused, method, path, { key: null, headers: { 'X-Forwarded-For': '203.0.113.9' }, ...(body && { body }) });
    // The minute may turn once in between.
    const statuses: number[] = [];
    for (let request = 0; request < 130; request += 1) {
      expect((await ask('GET', '/api/v1/me')).status).toBe(401);
      expect((await ask('GET', '/api/v1/auth/methods')).status).toBe(200);
      statuses.push(
        (await ask('POST', '/api/v1/auth/setup', { token: 'x', name: 'E', email: 'e@example.com' })).status,
      );
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(120);
  });

  test('get responses that are not cached', async () => {
    const browser = await signUpOwner(server, 'cache@example.com');
    for (const path of ['/api/v1/auth/methods', '/api/v1/me', '/api/v1/agents']) {
      expect((await browser.send('GET', path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('a key', () => {
  test('with every scope signs a browser in, until it is revoked', async () => {
    const { body } = await call(server, 'POST', '/api/v1/api-keys', {
      body: { name: 'Console', scopes: (await call(server, 'GET', '/api/v1/me')).body.data.scopes },
    });
    const browser = new TestBrowser(server);
    const signedIn = await browser.send('POST', '/api/v1/auth/sign-in-with-key', { body: { api_key: body.data.key } });
    expect(signedIn.body.data).toMatchObject({ user: null, workspace: { name: 'default' } });
    const { data } = (await browser.send('GET', '/api/v1/me')).body;
    expect(data).toMatchObject({ user: null, api_key: { id: body.data.id, name: 'Console' }, role: null });
    expect((await browser.send('PATCH', '/api/v1/me', { body: { name: 'X' } })).status).toBe(403);
    expect((await browser.send('GET', '/api/v1/me/sessions')).body.data).toMatchObject([{ current: true }]);
    // Another tab may still show the workspace of the person who was signed in before.
    const inWorkspace = async (id: string) =>
      browser.send('POST', '/api/v1/agents', { body: { name: 'A' }, headers: { 'X-Portico-Workspace': id } });
    expect((await inWorkspace(data.workspace.id)).status).toBe(201);
    const elsewhere = await inWorkspace('ws_other');
    expect([elsewhere.status, elsewhere.body.error.details.resource]).toEqual([404, 'workspace']);
    await call(server, 'DELETE', `/api/v1/api-keys/${body.data.id}`);
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401);
  });

  test('without every scope is refused', async () => {
    const { body } = await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'N', scopes: ['agents:read'] } });
    const refused = await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in-with-key', {
      body: { api_key: body.data.key },
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.body.error.details.missing).toContain('settings:write');
    const wrong = await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in-with-key', {
      body: { api_key: 'ptk_wrong' },
    });
    expect(wrong.status).toBe(401);
  });

  test('has priority over a cookie, and ignores the selected workspace', async () => {
    const browser = await signUpOwner(server, 'both@example.com');
    const { data } = (
      await browser.send('GET', '/api/v1/me', { key: server.apiKey, headers: { 'X-Portico-Workspace': 'ws_none' } })
    ).body;
    expect(data.user).toBeNull();
  });
});

describe('a password', () => {
  // As one character, and as a letter with its accent after it.
  const [composed, decomposed] = ['tall lamp 93 rivi\u00e8re chord', 'tall lamp 93 rivie\u0300re chord'];
  const signIn = async (email: string, password: string) =>
    (await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', { body: { email, password } })).status;

  test('is the same from every keyboard', async () => {
    await signUpOwner(server, 'accent@example.com', decomposed);
    expect(await signIn('accent@example.com', decomposed)).toBe(200);
    expect(await signIn('accent@example.com', composed)).toBe(200);
    expect(await signIn('accent@example.com', composed.replace('\u00e8', 'e'))).toBe(401);
  });

  test('that an older version hashed as it was typed still works', async () => {
    await signUpOwner(server, 'older@example.com');
    const hash = await argon2.hash(decomposed);
    await server.platform.database.sql`
      UPDATE users SET password_hash = ${hash} WHERE email = 'older@example.com'`;
    expect(await signIn('older@example.com', decomposed)).toBe(200);
  });
});

describe('a session', () => {
  test('ends in the database when the person signs out', async () => {
    const browser = await signUpOwner(server, 'out@example.com');
    const { cookie = '' } = browser;
    const left = await browser.send('POST', '/api/v1/auth/sign-out');
    expect(left.body.data).toEqual({ signed_out: true });
    expect(left.headers.getSetCookie()).toEqual([expect.stringContaining('portico_session=; Max-Age=0')]);
    expect(browser.cookie).toBeUndefined();
    const stolen = await call(server, 'GET', '/api/v1/me', { key: null, headers: { Cookie: cookie } });
    expect(stolen.status).toBe(401);
  });

  test('is a new one after each sign-in, and the browser’s earlier one is ended', async () => {
    const browser = await signUpOwner(server, 'again@example.com');
    const { cookie: first = '' } = browser;
    const body = { email: 'again@example.com', password: goodPassword };
    await browser.send('POST', '/api/v1/auth/sign-in', { body });
    expect(browser.cookie).not.toBe(first);
    expect((await call(server, 'GET', '/api/v1/me', { key: null, headers: { Cookie: first } })).status).toBe(401);
    const planted = new TestBrowser(server);
    planted.cookie = `portico_session=${'a'.repeat(43)}`;
    await planted.send('POST', '/api/v1/auth/sign-in', { body });
    expect(planted.cookie).not.toContain('aaaa');
  });

  test('is listed, and can be ended from another browser', async () => {
    const one = await signUpOwner(server, 'list@example.com');
    const two = new TestBrowser(server);
    await two.send('POST', '/api/v1/auth/sign-in', { body: { email: 'list@example.com', password: goodPassword } });
    const { data } = (await one.send('GET', '/api/v1/me/sessions')).body;
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ ip: expect.any(String), user_agent: 'node', current: false });
    const stranger = await signUpOwner(server, 'stranger@example.com');
    expect((await stranger.send('DELETE', `/api/v1/me/sessions/${data[0].id}`)).status).toBe(404);
    expect((await one.send('DELETE', `/api/v1/me/sessions/${data[0].id}`)).body.data).toEqual({
      id: data[0].id,
      deleted: true,
    });
    expect((await two.send('GET', '/api/v1/me')).status).toBe(401);
    expect((await one.send('GET', '/api/v1/me')).status).toBe(200);
  });

  test('ends after 14 days without use and after 60 days', async () => {
    const { sql } = server.platform.database;
    const browser = await signUpOwner(server, 'old@example.com');
    const age = async (days: number, lifeDays: number) => sql`
      UPDATE sign_in_sessions SET last_seen_at = now() - ${`${days} days`}::interval,
        created_at = now() - ${`${lifeDays} days`}::interval
      WHERE user_id = (SELECT id FROM users WHERE email = 'old@example.com')`;
    await age(13, 59);
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(200);
    await age(15, 20);
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401);
    await age(1, 61);
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401);
  });

  test('of a person without a workspace only shows the person', async () => {
    const browser = await signUpOwner(server, 'alone@example.com');
    browser.workspace = undefined;
    await server.platform.database.sql`
      DELETE FROM members WHERE user_id = (SELECT id FROM users WHERE email = 'alone@example.com')`;
    const { data } = (await browser.send('GET', '/api/v1/me')).body;
    expect(data).toMatchObject({ workspace: null, role: null, scopes: [], workspaces: [] });
    for (const path of ['/api/v1/agents', '/api/personas', '/api/v1/audit-log', '/v1/workflows']) {
      expect((await browser.send('GET', path)).status).toBe(404);
    }
  });

  test('of one workspace gives no access to another', async () => {
    const browser = await signUpOwner(server, 'here@example.com');
    browser.workspace = 'ws_01k00000000000000000000000';
    const refused = await browser.send('GET', '/api/v1/agents');
    expect([refused.status, refused.body.error.details.resource]).toEqual([404, 'workspace']);
    browser.workspace = undefined;
    expect((await browser.send('GET', '/api/v1/agents?workspace=ws_other')).status).toBe(404);
    const both = await browser.send('GET', '/api/v1/agents?workspace=ws_other&workspace=ws_another');
    expect([both.status, both.body.error.details.fields[0].path]).toEqual([400, 'query.workspace']);
  });
});
