import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { serveOnLoopback } from '../../../../test/loopback.ts';
import { startServer } from '../../../../test/start-server.ts';

/** What the provider's next ID token is made of; the defaults are those of a good one. */
interface Forgery {
  readonly header?: object;
  readonly claims?: (issuer: string) => Record<string, unknown>;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const clientSecret = 'a secret of the client, long enough';
const now = (): number => Math.floor(Date.now() / 1000);
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

let forgery: Forgery = {};
let nonce = '';
const { url: issuer, close } = await serveOnLoopback((request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const endpoints = { authorization_endpoint: `${issuer}/sign-in`, token_endpoint: `${issuer}/token` };
  const tokens = { access_token: 'a', token_type: 'Bearer', id_token: makeToken() };
  response.end(JSON.stringify(request.url === '/token' ? tokens : { issuer, ...endpoints }));
});
const server = await startServer({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'portico',
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_ALLOWED_DOMAINS: 'engines.example',
});
afterAll(async () => {
  await server.close();
  await close();
});

function makeToken(): string {
  const header = { alg: 'RS256', ...forgery.header };
  const person = { sub: '1', email: 'ada@engines.example', email_verified: true, name: 'Ada' };
  const times = { iat: now(), exp: now() + 300 };
  const claims = { iss: issuer, aud: 'portico', nonce, ...times, ...person, ...forgery.claims?.(issuer) };
  const signed = `${encode(header)}.${encode(claims)}`;
  const signatures: Record<string, () => Buffer> = {
    RS256: () => sign('sha256', Buffer.from(signed), privateKey),
    HS256: () => createHmac('sha256', clientSecret).update(signed).digest(),
  };
  return `${signed}.${signatures[header.alg]?.().toString('base64url') ?? ''}`;
}

/** Signs in with this token; returns the address to which the browser returns. */
async function signIn(next: Forgery): Promise<string | null> {
  forgery = next;
  const open = async (path: string, cookie = '') =>
    fetch(`${server.url}/api/v1/auth/oidc/${path}`, { redirect: 'manual', headers: { Cookie: cookie } });
  const started = await open('start');
  const sent = new URL(started.headers.get('location') ?? '').searchParams;
  nonce = sent.get('nonce') ?? '';
  const cookie = started.headers.getSetCookie()[0]?.split(';')[0];
  const ended = await open(`callback?code=x&state=${sent.get('state')}`, cookie);
  return ended.headers.get('location');
}

test('a good ID token signs a person in', async () => {
  expect(await signIn({})).toBe('/console');
});

test.each<[string, Forgery]>([
  ['of another issuer', { claims: () => ({ iss: 'https://evil.example' }) }],
  ['for another client', { claims: () => ({ aud: 'another' }) }],
  ['for another client too, by whom it was requested', { claims: () => ({ aud: ['portico', 'b'], azp: 'b' }) }],
  ['of another sign-in', { claims: () => ({ nonce: 'another' }) }],
  ['without a nonce', { claims: () => ({ nonce: undefined }) }],
  ['that has expired', { claims: () => ({ exp: now() - 3600 }) }],
  ['that never expires', { claims: () => ({ exp: undefined }) }],
  ['of nobody', { claims: () => ({ sub: undefined }) }],
  ['without a signature', { header: { alg: 'none' } }],
  ['signed with the secret', { header: { alg: 'HS256' } }],
])('an ID token %s is refused', async (_, forged) => {
  expect(await signIn(forged)).toBe('/console#error=sign_in_failed');
});
