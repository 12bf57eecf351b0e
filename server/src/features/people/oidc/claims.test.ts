import { expect, test } from 'vitest';
import { openIdAccount } from '../../../../test/openid-navigator.ts';
import type { OpenIdAccount } from '../../../../test/openid-provider.ts';
import { startOpenIdHome } from '../../../../test/start-openid-home.ts';

const { newNavigator } = await startOpenIdHome({ OIDC_ALLOWED_DOMAINS: 'engines.example' });

test('a name that can’t be stored is made storable, and truncated if it is too long', async () => {
  const browser = newNavigator();
  const name = `Gr\0ace\ud800 ${'x'.repeat(192)}😀`;
  expect(await browser.signIn(openIdAccount('grace.nul@engines.example', { name }))).toBe('/console');
  expect((await browser.me()).user.name).toBe(`Grace\ufffd ${'x'.repeat(192)}`);
});

test('a name and a picture that are not text don’t prevent the sign-in', async () => {
  const browser = newNavigator();
  const email = 'nameless@engines.example';
  const given = { ...openIdAccount(email), name: null, picture: {} } as unknown as OpenIdAccount;
  expect(await browser.signIn(given)).toBe('/console');
  expect((await browser.me()).user).toMatchObject({ name: email, avatar_url: null });
});

test.each([
  [true, undefined, '/console'],
  ['1', undefined, '/console'],
  [false, undefined, '/console#error=email_unverified'],
  ['0', undefined, '/console#error=email_unverified'],
  [true, false, '/console#error=email_unverified'],
])('an address is verified if Entra says so: xms_edov %j, email_verified %j', async (domain, verified, expected) => {
  const { email_verified: _, ...account } = openIdAccount(`${crypto.randomUUID()}@engines.example`);
  const given = { ...account, xms_edov: domain, ...(verified === undefined ? {} : { email_verified: verified }) };
  expect(await newNavigator().signIn(given)).toBe(expected);
});
