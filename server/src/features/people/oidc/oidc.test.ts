import { describe, expect, test } from 'vitest';
import { goodPassword, TestBrowser } from '../../../../test/browser.ts';
import { call } from '../../../../test/client.ts';
import type { OpenIdAccount } from '../../../../test/openid-provider.ts';
import { openIdAccount } from '../../../../test/openid-navigator.ts';
import { startOpenIdHome } from '../../../../test/start-openid-home.ts';
import { startServer } from '../../../../test/start-server.ts';

const { server, provider, publicUrl, owner, newNavigator } = await startOpenIdHome({
  OIDC_NAME: 'Example SSO',
  OIDC_ALLOWED_DOMAINS: 'Engines.example, other.example',
  OIDC_DEFAULT_ROLE: 'responder',
});

describe('signing in with an OpenID provider', () => {
  test('is offered with its name', async () => {
    expect((await call(server, 'GET', '/api/v1/auth/methods', { key: null })).body.data.oidc).toEqual({
      name: 'Example SSO',
    });
  });

  test('a person of an allowed domain joins the default workspace with the default role', async () => {
    const browser = newNavigator();
    const picture = 'https://pictures.example/grace.png';
    expect(await browser.signIn(openIdAccount('Grace@Engines.Example', { picture }))).toBe('/console');
    expect(await browser.me()).toMatchObject({
      user: { email: 'grace@engines.example', name: 'Grace Hopper', avatar_url: picture },
      role: 'responder',
      workspace: { name: 'default' },
    });
    const log = (await owner.send('GET', '/api/v1/audit-log?action=session.created')).body.data;
    expect(log[0]).toMatchObject({ actor: { type: 'user', name: 'Grace Hopper' } });
  });

  test('a verified address of an existing person identifies that person', async () => {
    const browser = newNavigator();
    await browser.signIn(openIdAccount('ada@example.com', { name: 'Somebody' }));
    expect(await browser.me()).toMatchObject({
      user: { email: 'ada@example.com', name: 'Ada Lovelace' },
      role: 'owner',
    });
  });

  test('a new person of another domain needs an invitation', async () => {
    const browser = newNavigator();
    const email = 'joan@elsewhere.example';
    expect(await browser.signIn(openIdAccount(email))).toBe('/console#error=not_invited');
    expect(browser.cookie).toBe('portico_session=');
    await owner.send('POST', '/api/v1/invitations', { body: { email, role: 'editor' } });
    expect(await browser.signIn(openIdAccount(email))).toBe('/console');
    expect(await browser.me()).toMatchObject({ role: 'editor' });
    expect((await owner.send('GET', '/api/v1/invitations')).body.data).toEqual([]);
    const trap = 'engines.example.evil.example';
    expect(await newNavigator().signIn(openIdAccount(`eve@${trap}`))).toBe('/console#error=not_invited');
  });

  test.each([
    ['unverified', { email_verified: false }],
    ['of a provider that says nothing', { email_verified: undefined }],
    ['missing', { email: undefined }],
  ])('an address that is %s is refused', async (_, more) => {
    const given = Object.fromEntries(
      Object.entries({ ...openIdAccount('ada@example.com'), sub: crypto.randomUUID(), ...more }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as unknown as OpenIdAccount;
    expect(await newNavigator().signIn(given)).toBe('/console#error=email_unverified');
  });

  test('a person without a password gets none by accident, and can’t sign in with an empty one', async () => {
    const body = { email: 'grace@engines.example', password: goodPassword };
    expect((await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', { body })).status).toBe(401);
  });
});

describe('attacks', () => {
  test.each([
    ['/console/agents?x=1#y', '/console/agents?x=1#y'],
    ['/console', '/console'],
    ['https://evil.example', '/console'],
    ['//evil.example', '/console'],
    ['/\\evil.example', '/console'],
    ['/console/../../evil', '/console'],
    ['/console/%2e%2e/%2e%2e//evil.example', '/console'],
    ['/console\\..\\..\\\\evil.example', '/console'],
    ['/console.evil.example', '/console'],
    ['/console@evil.example', '/console'],
    ['/consoleevil', '/console'],
    ['/api/v1/auth/oidc/start', '/console'],
    ['javascript:alert(1)', '/console'],
    ['/console/\r\nSet-Cookie: a=b', '/console/Set-Cookie:%20a=b'],
    ['\t/console', '/console'],
  ])('return_to %j redirects to %s', async (wanted, reached) => {
    expect(await newNavigator().signIn(openIdAccount('ada@example.com'), wanted)).toBe(reached);
  });

  test('a callback of another browser, a second one, and an invented one are refused', async () => {
    provider.account = openIdAccount('ada@example.com');
    const mine = newNavigator();
    const callback = await mine.toCallback();
    const victim = newNavigator();
    expect((await victim.open(callback)).location).toBe(`${publicUrl}/console#error=sign_in_expired`);
    expect(victim.cookie).toBe('portico_session=');
    await victim.toCallback();
    expect((await victim.open(callback)).location).toBe(`${publicUrl}/console#error=sign_in_failed`);
    expect((await mine.open(callback)).location).toBe(`${publicUrl}/console`);
    expect((await mine.open(callback)).location).toBe(`${publicUrl}/console#error=sign_in_expired`);
    const other = newNavigator();
    await other.toCallback();
    const invented = `${publicUrl}/api/v1/auth/oidc/callback?code=x&state=y`;
    expect((await other.open(invented)).location).toBe(`${publicUrl}/console#error=sign_in_failed`);
  });

  test('a refusal by the provider redirects to the console with a code', async () => {
    const browser = newNavigator();
    const callback = new URL(await browser.toCallback());
    const state = callback.searchParams.get('state') ?? '';
    const refused = `${publicUrl}/api/v1/auth/oidc/callback?error=access_denied&state=${state}&iss=${provider.issuer}`;
    expect((await browser.open(refused)).location).toBe(`${publicUrl}/console#error=sign_in_failed`);
  });
});

describe('without a provider', () => {
  test('the addresses are 404, and an unreachable one redirects to the console', async () => {
    const plain = await startServer();
    const away = await startServer({
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
    });
    try {
      for (const path of ['start', 'callback?code=x&state=y']) {
        expect((await call(plain, 'GET', `/api/v1/auth/oidc/${path}`, { key: null })).status).toBe(404);
      }
      const response = await fetch(`${away.url}/api/v1/auth/oidc/start`, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([302, '/console#error=sign_in_failed']);
    } finally {
      await plain.close();
      await away.close();
    }
  });

  test.each([
    [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: 'http://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }, 'OIDC_ISSUER'],
    [{ OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }, 'OIDC_ISSUER'],
    [{ SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
  ])('an invalid setting prevents the start: %j', async (environment, name) => {
    await expect(startServer({ ...environment })).rejects.toThrow(name);
  });
});
