import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createClient } from '@portico/shared-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer } from './http.ts';

const server = createHttpServer();
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/console`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const byBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test.each<[string, RequestInit]>([
  ['a probe', {}],
  ['a client that takes JSON rather than pages', { headers: { Accept: 'application/json, text/html;q=0.5' } }],
  // The page would load the address again, without what the form has sent.
  ['a form of a page', { method: 'POST', headers: byBrowser, body: 'name=Kim' }],
])('until the server is ready, %s is asked to retry', async (_sender, request) => {
  const { status, headers, ...response } = await open(request);
  const requestId = headers.get('x-request-id');
  expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([503, '1', 'application/json']);
  expect(JSON.parse(response.text)).toEqual({
    status: 'starting',
    error: {
      code: 'service_unavailable',
      message: 'The server is starting. Try again shortly.',
      details: { reason: 'unavailable' },
    },
    meta: { request_id: requestId, timestamp: expect.any(String) },
  });
  expect(requestId).toMatch(/^req_/);
});

test('the typed client reports it as the API’s error', async () => {
  const client = createClient({ baseUrl: new URL(url).origin, maxRetries: 0 });
  await expect(client.agents.list()).rejects.toMatchObject({
    code: 'service_unavailable',
    message: 'The server is starting. Try again shortly.',
    status: 503,
    retryAfter: 1,
    requestId: expect.stringMatching(/^req_/),
  });
});

const origin = 'https://shop.example';

test.each([
  ['a response', { headers: { Origin: origin } }],
  ['a response to a page that is opened in a frame', { headers: { ...byBrowser, Origin: origin } }],
])('a page of another site may read %s and when to retry', async (_, request) => {
  const { status, headers } = await open(request);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([503, '*']);
  expect(headers.get('access-control-expose-headers')).toBe('Retry-After, X-Request-Id');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('a preflight passes, but is not kept for the server that is ready', async () => {
  const asked = {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization,content-type',
  };
  const { status, headers } = await open({ method: 'OPTIONS', headers: asked });
  expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-max-age')]).toEqual([
    204,
    '*',
    '0',
  ]);
  expect(headers.get('access-control-allow-methods')).toBe('PATCH');
  expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
});

test.each([
  ['de-CH,de;q=0.9', 'lang="de" dir="ltr"', 'Der Server startet'],
  ['ar', 'lang="ar" dir="rtl"', 'الخادم'],
  ['ko', 'lang="en" dir="ltr"', 'The server is starting'],
])('a page that is opened by then is one in the language of the browser: %s', async (...row) => {
  const [language, attributes, words] = row;
  const { status, headers, text } = await open({ headers: { ...byBrowser, 'Accept-Language': language } });
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  // Chats and forms inside of sites are opened by then, too.
  expect(headers.get('content-security-policy')).toContain("default-src 'none';");
  expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(text).toContain(`<html ${attributes}>`);
  expect(text).toContain('content="light dark"');
  expect(text).toContain(words);
  // The server has no other files yet.
  expect(text).not.toMatch(/<link|<img|src=/);
});

async function open(request: RequestInit) {
  const response = await fetch(url, request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
