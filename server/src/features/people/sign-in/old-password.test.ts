import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const newPassword = 'seven violet kettles orbit';

/** Sends requests, one after another, until `work` has ended: the last ones are answered after it. */
async function meanwhile<T>(work: Promise<unknown>, send: () => Promise<T>): Promise<T[]> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  const results: T[] = [];
  while (!isDone) results.push(await send());
  return results;
}

const email = 'ada@example.com';
const signIn = async (password: string) => {
  const browser = new TestBrowser(server);
  const { status } = await browser.send('POST', '/api/v1/auth/sign-in', { body: { email, password } });
  return { browser, status };
};
const change = async (browser: TestBrowser, current: string, password: string) =>
  browser.send('PATCH', '/api/v1/me', { body: { current_password: current, password } });

test('a password that is changed while it is checked opens no session', async () => {
  const owner = await signUpOwner(server, email);
  const changed = change(owner, goodPassword, newPassword);
  const attempts = await Promise.all(
    Array.from({ length: 3 }, async () => meanwhile(changed, async () => signIn(goodPassword))),
  );
  expect((await changed).status).toBe(200);
  expect(attempts.flat().some(({ status }) => status === 200)).toBe(true);
  for (const { browser } of attempts.flat()) expect((await browser.send('GET', '/api/v1/me')).status).toBe(401);
});

test('of two changes at the same time, only one finds the current password right', async () => {
  const passwords = ['eight crimson ladders whisper', 'nine copper whistles dance'];
  const browsers = await Promise.all(passwords.map(async () => (await signIn(newPassword)).browser));
  const changed = await Promise.all(
    browsers.map(async (browser, at) => change(browser, newPassword, passwords[at] ?? '')),
  );
  expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([200, 400]));
  const winner = changed.findIndex(({ status }) => status === 200);
  expect((await signIn(passwords[winner] ?? '')).status).toBe(200);
});
