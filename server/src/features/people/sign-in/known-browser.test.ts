import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import type { TestAnswer } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' });
});
afterAll(async () => server.close());

let lastAddress = 0;
/** From an address that no other request has; `cookies` are those of the browser. */
const signIn = async (email: string, password: string, cookies = ''): Promise<TestAnswer> => {
  lastAddress += 1;
  return new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', {
    body: { email, password },
    headers: { 'X-Forwarded-For': `198.51.100.${lastAddress}`, Cookie: cookies },
  });
};
const cookiesOf = ({ headers }: TestAnswer): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
/** Strangers enter wrong passwords until the address is locked. */
async function lock(email: string): Promise<void> {
  for (let failure = 1; failure <= 10; failure += 1) {
    expect((await signIn(email, 'wrong')).status).toBe(401);
  }
  expect((await signIn(email, goodPassword)).status).toBe(429);
}

test('strangers can’t lock out a person in a browser in which the person has signed in before', async () => {
  await signUpOwner(server, 'ada@example.com');
  await signUpOwner(server, 'grace@example.com');
  const before = await signIn('ada@example.com', goodPassword);
  const [session = '', known = ''] = before.headers.getSetCookie();
  expect(session).toMatch(/^portico_session=/);
  expect(known).toMatch(/^portico_known=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  await lock('ada@example.com');
  expect((await signIn('ada@example.com', goodPassword, cookiesOf(before))).status).toBe(200);
  // It is known for this person only, and only the server can make such a cookie.
  const others = await signIn('grace@example.com', goodPassword);
  for (const cookies of [cookiesOf(others), 'portico_known=AAAA', `${cookiesOf(before)}AA`]) {
    expect((await signIn('ada@example.com', goodPassword, cookies)).status).toBe(429);
  }
});

test('such a browser gets ten wrong passwords of its own, also after it has signed in again', async () => {
  await signUpOwner(server, 'joan@example.com');
  const first = await signIn('joan@example.com', goodPassword);
  await lock('joan@example.com');
  let cookies = cookiesOf(first);
  for (let failure = 1; failure <= 10; failure += 1) {
    expect((await signIn('joan@example.com', 'wrong', cookies)).status).toBe(401);
    if (failure === 5) cookies = cookiesOf(await signIn('joan@example.com', goodPassword, cookies));
  }
  for (const sent of [cookies, cookiesOf(first)]) {
    expect((await signIn('joan@example.com', goodPassword, sent)).status).toBe(429);
  }
});

test('a person who is signed in can change the password of a locked address', async () => {
  const owner = await signUpOwner(server, 'rosa@example.com');
  await lock('rosa@example.com');
  const change = async (current: string) =>
    owner.send('PATCH', '/api/v1/me', { body: { password: 'quiet violet harbour 71', current_password: current } });
  expect((await change(goodPassword)).status).toBe(200);
  for (let failure = 1; failure <= 10; failure += 1) expect((await change('wrong')).status).toBe(400);
  expect((await change('quiet violet harbour 71')).status).toBe(429);
});

test('a browser is known only until the person has another password', async () => {
  const email = 'mary@example.com';
  const owner = await signUpOwner(server, email);
  const before = cookiesOf(await signIn(email, goodPassword));
  const password = 'quiet violet harbour 71';
  const change = { password, current_password: goodPassword };
  const headers = { Cookie: before };
  const changed = await new TestBrowser(server).send('PATCH', '/api/v1/me', { body: change, headers });
  expect(changed.status).toBe(200);
  expect((await owner.send('GET', '/api/v1/me')).status).toBe(401);
  for (let failure = 1; failure <= 10; failure += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
  expect((await signIn(email, password, before)).status).toBe(429);
  // The browser in which it was changed is known by the new one.
  expect((await signIn(email, password, cookiesOf(changed))).status).toBe(200);
});
