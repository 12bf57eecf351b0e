import { pipeline, Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { serveOnLoopback } from '../../../../test/loopback.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

/** What the provider says about itself, apart from its name. */
let endpoints: Record<string, string>;
const asked: string[] = [];
/** The path of the response that doesn't end, and how many bytes of it were sent. */
const endless = { path: '/none', bytes: 0 };
const { url: issuer, close } = await serveOnLoopback((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  if (path.startsWith(endless.path)) {
    const megabyte = Buffer.alloc(1_048_576, ' ');
    const send = function* () {
      for (; endless.bytes < 200 * megabyte.length; endless.bytes += megabyte.length) yield megabyte;
    };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    pipeline(Readable.from(send()), response, () => undefined);
    return;
  }
  const isFound = path.startsWith('/.well-known/');
  response.writeHead(isFound ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ issuer, ...endpoints }));
});

let server: ServerUnderTest;
afterAll(close);
beforeEach(async () => {
  asked.length = 0;
  server = await startServer({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' });
});
afterEach(async () => server.close());

const open = async (path: string, cookie = '') =>
  fetch(`${server.url}/api/v1/auth/oidc/${path}`, { redirect: 'manual', headers: { Cookie: cookie } });

test('a provider that has named no address for signing in is asked again at the next attempt', async () => {
  endpoints = {};
  expect((await open('start')).headers.get('location')).toBe('/console#error=sign_in_failed');
  endpoints = { authorization_endpoint: `${issuer}/sign-in`, token_endpoint: `${issuer}/old` };
  expect((await open('start')).headers.get('location')).toContain(`${issuer}/sign-in?`);
});

/** Starts a sign-in and returns from the provider, which fails. */
async function signIn(): Promise<void> {
  const started = await open('start');
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = started.headers.getSetCookie()[0]?.split(';')[0];
  const ended = await open(`callback?code=x&state=${state}`, cookie);
  expect(ended.headers.get('location')).toBe('/console#error=sign_in_failed');
}

test.each([
  ['endpoints', '/.well-known/', async () => void (await open('start'))],
  ['tokens', '/old', signIn],
])('the %s of a provider are not read without end', async (_, path, run) => {
  endpoints = { authorization_endpoint: `${issuer}/sign-in`, token_endpoint: `${issuer}/old` };
  Object.assign(endless, { path, bytes: 0 });
  try {
    await run();
    expect(endless.bytes).toBeGreaterThan(0);
    expect(endless.bytes).toBeLessThan(20 * 1_048_576);
  } finally {
    endless.path = '/none';
  }
});

test('a provider that has moved is found after one failed attempt', async () => {
  endpoints = { authorization_endpoint: `${issuer}/sign-in`, token_endpoint: `${issuer}/old` };
  await signIn();
  endpoints = { ...endpoints, token_endpoint: `${issuer}/new` };
  await signIn();
  expect(asked.filter((path) => !path.startsWith('/.well-known/'))).toEqual(['/old', '/new']);
});

test('a person over the limit returns to the console, and a program gets the error', async () => {
  const openAs = async (accept: string) =>
    fetch(`${server.url}/api/v1/auth/oidc/start`, { redirect: 'manual', headers: { Accept: accept } });
  endpoints = { authorization_endpoint: `${issuer}/sign-in`, token_endpoint: `${issuer}/old` };
  let refused = await openAs('*/*');
  for (let count = 1; count < 150 && refused.status !== 429; count += 1) refused = await openAs('*/*');
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
  const page = await openAs('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
  expect([page.status, page.headers.get('location')]).toEqual([302, '/console#error=too_many_attempts']);
});
