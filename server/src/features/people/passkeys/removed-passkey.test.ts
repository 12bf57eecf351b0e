import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestAuthenticator } from '../../../../test/authenticator.ts';
import { signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

const origin = 'https://portico.example.com';
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: origin });
});
afterAll(async () => server.close());

test('a passkey that is removed while it signs in either does so before, or not at all', async () => {
  const owner = await signUpOwner(server);
  const post = async (browser: TestBrowser, action: string, body?: object) =>
    browser.send('POST', `/api/v1/auth/passkeys/${action}`, body === undefined ? {} : { body });
  const authenticator = new TestAuthenticator(origin);
  const asked = (await post(owner, 'register-options')).body.data;
  const { id } = (await post(owner, 'register', authenticator.create(asked))).body.data;
  const assertions = await Promise.all(
    Array.from({ length: 8 }, async () => authenticator.get((await post(owner, 'sign-in-options')).body.data)),
  );
  const signingIn = assertions.map(async (assertion) => post(new TestBrowser(server), 'sign-in', assertion));
  await Promise.race(signingIn);
  expect((await owner.send('DELETE', `/api/v1/me/passkeys/${id}`)).status).toBe(200);
  for (const { status } of await Promise.all(signingIn)) expect([200, 401]).toContain(status);
});
