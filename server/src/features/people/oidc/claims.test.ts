import { expect, test } from 'vitest';
import { openIdAccount } from '../../../../test/openid-navigator.ts';
import type { OpenIdAccount } from '../../../../test/openid-provider.ts';
import { startOpenIdHome } from '../../../../test/start-openid-home.ts';
import { Claims, isEmailVerified } from './claims.ts';

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
  [true, '/console'],
  ['true', '/console'],
  [false, '/console#error=email_unverified'],
  [undefined, '/console#error=email_unverified'],
])('an address is verified if the provider says so: email_verified %j', async (verified, expected) => {
  const { email_verified: _, ...account } = openIdAccount(`${crypto.randomUUID()}@engines.example`);
  const given = { ...account, ...(verified !== undefined && { email_verified: verified }) } as OpenIdAccount;
  expect(await newNavigator().signIn(given)).toBe(expected);
});

test('a claim of Entra means nothing when another provider sends it', async () => {
  const { email_verified: _, ...account } = openIdAccount('copied.claim@engines.example');
  const answer = await newNavigator().signIn({ ...account, xms_edov: true });
  expect(answer).toBe('/console#error=email_unverified');
});

const entra = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';

test.each([
  [true, undefined, true],
  ['1', undefined, true],
  [1, undefined, true],
  [false, undefined, false],
  ['0', undefined, false],
  [undefined, undefined, false],
  [true, false, false],
])('Entra says which addresses are verified: xms_edov %j, email_verified %j', (domain, verified, expected) => {
  const claims = Claims.parse({ xms_edov: domain, email_verified: verified });
  expect(isEmailVerified(claims, entra)).toBe(expected);
});

test.each([
  ['https://login.microsoftonline.us/tenant/v2.0', true],
  ['https://login.partner.microsoftonline.cn/tenant/v2.0', true],
  ['https://sts.windows.net/tenant/', true],
  ['https://tenant.ciamlogin.com/tenant/v2.0', true],
  ['https://ciamlogin.com/tenant/v2.0', false],
  ['https://login.microsoftonline.com.example.org/', false],
  ['https://example.org/login.microsoftonline.com/', false],
  ['https://tenantciamlogin.com/', false],
])('the issuer %s is one of Entra: %s', (issuer, expected) => {
  expect(isEmailVerified(Claims.parse({ xms_edov: true }), issuer)).toBe(expected);
});
