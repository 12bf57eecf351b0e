import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestAuthenticator } from '../../../../test/authenticator.ts';
import { goodPassword, printLink, signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

const origin = 'https://portico.example.com';
let server: ServerUnderTest;
let owner: TestBrowser;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: origin });
  owner = await signUpOwner(server);
});
afterAll(async () => server.close());

const options = async (browser: TestBrowser, kind: 'register' | 'sign-in') =>
  (await browser.send('POST', `/api/v1/auth/passkeys/${kind}-options`)).body.data;
const register = async (browser: TestBrowser, body: object) =>
  browser.send('POST', '/api/v1/auth/passkeys/register', { body });
const signIn = async (browser: TestBrowser, body: object) =>
  browser.send('POST', '/api/v1/auth/passkeys/sign-in', { body });

/** Adds a passkey to a person's account. */
async function addPasskey(browser: TestBrowser): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator(origin);
  const made = await register(browser, authenticator.create(await options(browser, 'register')));
  expect(made.status).toBe(201);
  return authenticator;
}

describe('a passkey', () => {
  test('is added by the signed-in person, and signs in on its own', async () => {
    const owner = await signUpOwner(server, 'grace@example.com');
    const asked = await options(owner, 'register');
    expect(asked).toMatchObject({
      rp: { id: 'portico.example.com', name: 'Portico' },
      user: { name: 'grace@example.com' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const authenticator = new TestAuthenticator(origin);
    const made = await register(owner, { ...authenticator.create(asked), name: 'My phone' });
    expect(made.body.data).toMatchObject({ id: expect.stringMatching(/^pky_/), name: 'My phone', last_used_at: null });
    const again = await options(owner, 'register');
    expect(again.excludeCredentials).toHaveLength(1);

    const browser = new TestBrowser(server);
    const challenge = await options(browser, 'sign-in');
    expect(challenge).toMatchObject({ rpId: 'portico.example.com', userVerification: 'required' });
    expect(challenge.allowCredentials ?? []).toEqual([]);
    const signedIn = await signIn(browser, authenticator.get(challenge));
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.data).toMatchObject({ user: { email: 'grace@example.com' }, workspace: { name: 'default' } });
    expect((await browser.send('GET', '/api/v1/me')).body.data.role).toBe('owner');
    const listed = (await owner.send('GET', '/api/v1/me/passkeys')).body.data;
    expect(listed).toMatchObject([{ name: 'My phone', last_used_at: expect.any(String) }]);

    expect((await owner.send('DELETE', `/api/v1/me/passkeys/${listed[0].id}`)).status).toBe(200);
    expect((await signIn(browser, authenticator.get(await options(browser, 'sign-in')))).status).toBe(401);
  });

  test('is named after the browser if no name is given', async () => {
    const agent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18 Safari/605.1.15';
    const made = await owner.send('POST', '/api/v1/auth/passkeys/register', {
      body: new TestAuthenticator(origin).create(await options(owner, 'register')),
      headers: { 'User-Agent': agent },
    });
    expect(made.body.data.name).toBe('Safari on macOS');
  });

  test('works while the e-mail address is locked', async () => {
    const authenticator = await addPasskey(owner);
    for (let failure = 0; failure < 10; failure += 1) {
      const body = { email: 'ada@example.com', password: 'wrong' };
      await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', { body });
    }
    const browser = new TestBrowser(server);
    expect((await signIn(browser, authenticator.get(await options(browser, 'sign-in')))).status).toBe(200);
  });
});

describe('attacks', () => {
  test('a challenge works once', async () => {
    const authenticator = await addPasskey(owner);
    const challenge = await options(owner, 'sign-in');
    const assertion = authenticator.get(challenge);
    const both = await Promise.all([
      signIn(new TestBrowser(server), assertion),
      signIn(new TestBrowser(server), assertion),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await signIn(new TestBrowser(server), authenticator.get(challenge))).status).toBe(401);
    const asked = await options(owner, 'register');
    expect((await register(owner, new TestAuthenticator(origin).create(asked))).status).toBe(201);
    expect((await register(owner, new TestAuthenticator(origin).create(asked))).status).toBe(400);
  });

  test('a challenge of another person, of the other kind, expired or invented is refused', async () => {
    const eve = await signUpOwner(server, 'eve@example.com');
    const authenticator = await addPasskey(owner);
    const fresh = () => new TestAuthenticator(origin);
    expect((await register(eve, fresh().create(await options(owner, 'register')))).status).toBe(400);
    expect(
      (
        await register(
          owner,
          fresh().create({ ...(await options(owner, 'sign-in')), rp: { id: 'portico.example.com' } }),
        )
      ).status,
    ).toBe(400);
    const registering = { ...(await options(owner, 'register')), rpId: 'portico.example.com' };
    expect((await signIn(new TestBrowser(server), authenticator.get(registering))).status).toBe(401);
    const invented = { challenge: 'aW52ZW50ZWQ', rpId: 'portico.example.com' };
    expect((await signIn(new TestBrowser(server), authenticator.get(invented))).status).toBe(401);
    const old = await options(owner, 'sign-in');
    await server.platform.database.sql`UPDATE passkey_challenges SET expires_at = now()`;
    expect((await signIn(new TestBrowser(server), authenticator.get(old))).status).toBe(401);
  });

  test('another origin, another site, missing user verification, and a copied authenticator are refused', async () => {
    const authenticator = await addPasskey(owner);
    const attempt = async (change: (options: object) => object) =>
      (await signIn(new TestBrowser(server), change(await options(owner, 'sign-in')))).status;
    expect(await attempt((asked) => authenticator.get({ challenge: '', ...asked }))).toBe(200);
    expect(await attempt((asked) => authenticator.get({ challenge: '', ...asked, rpId: 'evil.example' }))).toBe(401);
    authenticator.verifiesUser = false;
    expect(await attempt((asked) => authenticator.get({ challenge: '', ...asked }))).toBe(401);
    authenticator.verifiesUser = true;
    authenticator.counter = 0;
    expect(await attempt((asked) => authenticator.get({ challenge: '', ...asked }))).toBe(401);
    const phishing = new TestAuthenticator('https://portico.example.com.evil.example');
    expect((await register(owner, phishing.create(await options(owner, 'register')))).status).toBe(400);
  });

  test('the same authenticator is added once, and an invalid response is a 400 or 401', async () => {
    const authenticator = await addPasskey(owner);
    const eve = await signUpOwner(server, 'mallory@example.com');
    expect((await register(eve, authenticator.create(await options(eve, 'register')))).status).toBe(400);
    const broken = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    };
    expect((await register(owner, broken)).status).toBe(400);
    const assertion = { ...broken, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };
    expect((await signIn(owner, assertion)).status).toBe(401);
    const real = authenticator.get(await options(owner, 'sign-in'));
    expect((await signIn(owner, { ...real, response: assertion.response })).status).toBe(401);
  });

  test('the only one of a person without a password is kept', async () => {
    const body = { token: await printLink(server), name: 'Edsger', email: 'edsger@example.com' };
    const browser = new TestBrowser(server);
    expect((await browser.send('POST', '/api/v1/auth/setup', { body })).status).toBe(201);
    const remove = async () => {
      const [{ id }] = (await browser.send('GET', '/api/v1/me/passkeys')).body.data;
      return browser.send('DELETE', `/api/v1/me/passkeys/${id}`);
    };
    await addPasskey(browser);
    const refused = await remove();
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.fields).toEqual([
      {
        path: 'params.id',
        code: 'not_allowed',
        message: 'is your only way to sign in. Set a password or add another passkey first',
      },
    ]);
    await addPasskey(browser);
    // Of two requests at the same time, one removes a passkey.
    const [first, second] = (await browser.send('GET', '/api/v1/me/passkeys')).body.data;
    const both = await Promise.all(
      [first, second].map(async ({ id }) => browser.send('DELETE', `/api/v1/me/passkeys/${id}`)),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await browser.send('PATCH', '/api/v1/me', { body: { password: goodPassword } })).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  test('keys can’t add passkeys, and nobody can remove another person’s', async () => {
    expect((await call(server, 'POST', '/api/v1/auth/passkeys/register-options')).status).toBe(403);
    expect((await call(server, 'GET', '/api/v1/me/passkeys')).status).toBe(403);
    await addPasskey(owner);
    const [{ id }] = (await owner.send('GET', '/api/v1/me/passkeys')).body.data;
    const eve = await signUpOwner(server, 'trudy@example.com');
    expect((await eve.send('DELETE', `/api/v1/me/passkeys/${id}`)).status).toBe(404);
  });
});
