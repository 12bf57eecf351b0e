import { expect, test } from 'vitest';
import { TestAuthenticator } from '../../../../test/authenticator.ts';
import { goodPassword, join, printLink, TestBrowser } from '../../../../test/browser.ts';
import { openIdAccount } from '../../../../test/openid-navigator.ts';
import { startOpenIdHome } from '../../../../test/start-openid-home.ts';

// An invitation's link is shown to its sender, so an account with a password doesn't prove who owns the address.
const { server, publicUrl, owner, newNavigator } = await startOpenIdHome({
  OIDC_ALLOWED_DOMAINS: 'engines.example, müller.example',
});

test('an address that only looks like a member’s is refused', async () => {
  await join(owner, 'mike@example.com', 'editor');
  // Lower-casing turns the Kelvin sign into a k.
  const browser = newNavigator();
  expect(await browser.signIn(openIdAccount('mi\u{212A}e@example.com'))).toBe('/console#error=sign_in_failed');
  expect(browser.cookie).toBe('portico_session=');
});

test('a member has one account, in whichever spelling the provider gives an international domain', async () => {
  const [own, ascii] = ['nora@bücher.example', 'nora@xn--bcher-kva.example'];
  const body = { email: own, role: 'viewer' };
  expect((await owner.send('POST', '/api/v1/invitations', { body })).status).toBe(201);
  const nora = newNavigator();
  expect(await nora.signIn(openIdAccount(own))).toBe('/console');
  expect(await newNavigator().signIn(openIdAccount(ascii))).toBe('/console');
  const members = (await owner.send('GET', '/api/v1/members')).body.data;
  expect(members.filter(({ user }: { user: { email: string } }) => user.email.startsWith('nora@'))).toHaveLength(1);
  expect((await owner.send('POST', '/api/v1/invitations', { body })).status).toBe(400);
  // The domains of the environment, too.
  expect(await newNavigator().signIn(openIdAccount('ola@xn--mller-kva.example'))).toBe('/console');
  // Mail to it would reach the other domain, but a provider may have compared letters only.
  const refused = await newNavigator().signIn(openIdAccount('nora@b\u{FF55}\u0308cher.example'));
  expect(refused).toBe('/console#error=not_invited');
});

test.each([
  'two@engines.example@engines.example',
  '@engines.example',
  'grace hopper@engines.example',
  'grace\n@engines.example',
  `${'g'.repeat(300)}@engines.example`,
  'engines.example',
])('%j is not an address, so it is refused', async (email) => {
  expect(await newNavigator().signIn(openIdAccount(email))).toBe('/console#error=sign_in_failed');
  const { data } = (await owner.send('GET', '/api/v1/members')).body;
  expect(data.map(({ user }: { user: { email: string } }) => user.email)).not.toContain(email);
});

/** The sender of an invitation can accept it instead of the address's owner: with a password, and then a passkey. */
async function registerForeign(email: string): Promise<TestBrowser> {
  const browser = await join(owner, email, 'viewer');
  const { data } = (await browser.send('POST', '/api/v1/auth/passkeys/register-options')).body;
  const body = { ...new TestAuthenticator(publicUrl).create(data), name: 'A phone' };
  expect((await browser.send('POST', '/api/v1/auth/passkeys/register', { body })).status).toBe(201);
  return browser;
}

const signIn = async (email: string, password: string) =>
  new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', { body: { email, password } });

test('a person who registered an address loses access once its owner signs in', async () => {
  const email = 'kim@elsewhere.example';
  const stranger = await registerForeign(email);
  const kim = newNavigator();
  expect(await kim.signIn(openIdAccount(email))).toBe('/console');
  expect((await stranger.send('GET', '/api/v1/me')).status).toBe(401);
  expect((await signIn(email, goodPassword)).status).toBe(401);
  expect(await kim.passkeys()).toEqual([]);
  const [entry] = (await owner.send('GET', '/api/v1/audit-log?action=member.updated')).body.data;
  expect(entry).toMatchObject({ actor: { name: 'Grace' }, resource: { name: email } });
  expect(entry.changes).toMatchObject({ passkeys: { before: ['A phone'], after: null } });
  expect(Object.keys(entry.changes).toSorted()).toEqual(['passkeys', 'password']);
});

test('a password that the owner of the address has set is kept', async () => {
  const email = 'lee@elsewhere.example';
  await registerForeign(email);
  await newNavigator().signIn(openIdAccount(email));
  const token = await printLink(server, '--email', email);
  const body = { token, name: 'Lee', email, password: goodPassword };
  expect((await new TestBrowser(server).send('POST', '/api/v1/auth/setup', { body })).status).toBe(201);
  await newNavigator().signIn(openIdAccount(email));
  expect((await signIn(email, goodPassword)).status).toBe(200);
  // The operator's links prove it, too.
  await newNavigator().signIn(openIdAccount('ada@example.com'));
  expect((await signIn('ada@example.com', goodPassword)).status).toBe(200);
});

test('the operator’s link for a new password ends the access of the person who registered the address', async () => {
  const email = 'max@elsewhere.example';
  const stranger = await registerForeign(email);
  const token = await printLink(server, '--email', email);
  const body = { token, name: 'Max', email, password: 'quiet violet harbour 71' };
  const max = new TestBrowser(server);
  expect((await max.send('POST', '/api/v1/auth/setup', { body })).status).toBe(201);
  expect((await stranger.send('GET', '/api/v1/me')).status).toBe(401);
  expect((await max.send('GET', '/api/v1/me/passkeys')).body.data).toEqual([]);
});
