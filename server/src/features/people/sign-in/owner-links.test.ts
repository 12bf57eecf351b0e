import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, printLink, signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
  await signUpOwner(server);
});
afterAll(async () => server.close());

const setUp = async (browser: TestBrowser, body: Record<string, unknown>) =>
  browser.send('POST', '/api/v1/auth/setup', {
    body: { name: 'Ada', email: 'ada@example.com', password: goodPassword, ...body },
  });
const check = async (token: string, kind = 'setup') =>
  new TestBrowser(server).send('POST', '/api/v1/auth/check-link', { body: { kind, token } });

test('links of the operator can be checked without being used up, until they are used', async () => {
  const anyone = await printLink(server);
  expect((await check(anyone)).body.data).toEqual({ email: null, has_account: false });
  expect((await check(anyone)).status).toBe(200);
  expect((await check(anyone, 'invitation')).status).toBe(401);
  expect((await setUp(new TestBrowser(server), { token: anyone, email: 'rosa@example.com' })).status).toBe(201);
  expect((await check(anyone)).body.error.code).toBe('invalid_api_key');

  const recovery = await printLink(server, '--email', 'rosa@example.com');
  expect((await check(recovery)).body.data).toEqual({ email: 'rosa@example.com', has_account: true });
});

test('links create another owner, but not for an address with an account', async () => {
  const token = await printLink(server);
  const taken = await setUp(new TestBrowser(server), { token });
  expect(taken.body.error.details.fields).toMatchObject([{ path: 'body.email', code: 'taken' }]);
  expect((await setUp(new TestBrowser(server), { token, email: 'grace@example.com' })).status).toBe(201);
});

test('links with an address set the password of that person, end the other sessions and change no role', async () => {
  const owner = await signUpOwner(server, 'joan@example.com');
  await server.platform.database.sql`
    UPDATE members SET role = 'viewer' WHERE user_id = (SELECT id FROM users WHERE email = 'joan@example.com')`;
  const token = await printLink(server, '--email', 'Joan@example.com');
  const browser = new TestBrowser(server);
  const other = await setUp(browser, { token, email: 'eve@example.com' });
  expect(other.body.error.details.fields).toMatchObject([{ path: 'body.email' }]);
  const password = 'quiet violet harbour 71';
  expect((await setUp(browser, { token, email: 'joan@example.com', password })).status).toBe(201);
  expect((await owner.send('GET', '/api/v1/me')).status).toBe(401);
  const { data } = (await browser.send('GET', '/api/v1/me')).body;
  expect([data.user.name, data.role]).toEqual(['Ada Lovelace', 'viewer']);
  const old = { email: 'joan@example.com', password: goodPassword };
  expect((await browser.send('POST', '/api/v1/auth/sign-in', { body: old })).status).toBe(401);
  expect((await browser.send('POST', '/api/v1/auth/sign-in', { body: { ...old, password } })).status).toBe(200);
});

test('links with an address end once the person has a newer password', async () => {
  const email = 'ida@example.com';
  const password = 'quiet violet harbour 71';
  const newLink = async () => printLink(server, '--email', email);
  const links = [await newLink(), await newLink()];
  const browser = new TestBrowser(server);
  expect((await setUp(browser, { token: links[0], email })).status).toBe(201);
  expect((await setUp(new TestBrowser(server), { token: links[1], email, password })).status).toBe(401);
  const others = await printLink(server, '--email', 'somebody.else@example.com');
  const [unused, last] = [await newLink(), await newLink()];
  expect((await setUp(browser, { token: last, email, password })).status).toBe(201);
  expect((await setUp(new TestBrowser(server), { token: unused, email })).status).toBe(401);
  const forgotten = await newLink();
  const change = { password: goodPassword, current_password: password };
  expect((await browser.send('PATCH', '/api/v1/me', { body: { name: 'Ida' } })).status).toBe(200);
  expect((await check(forgotten)).status).toBe(200);
  expect((await browser.send('PATCH', '/api/v1/me', { body: change })).status).toBe(200);
  expect((await check(forgotten)).status).toBe(401);
  expect((await check(others)).status).toBe(200);
});

test('links with an unknown address create that owner', async () => {
  const token = await printLink(server, '--email', 'new@example.com');
  const made = await setUp(new TestBrowser(server), { token, email: 'new@example.com' });
  expect([made.status, made.body.data.workspace.name]).toEqual([201, 'default']);
});

test('two browsers with the same link create one owner', async () => {
  const token = await printLink(server);
  const answers = await Promise.all(
    ['one@example.com', 'two@example.com', 'three@example.com'].map(async (email) =>
      setUp(new TestBrowser(server), { token, email }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401, 401]);
});
