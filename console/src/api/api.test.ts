import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../test/api-double.ts';
import { openApi } from '../test/open-api.ts';

afterEach(() => vi.unstubAllGlobals());

test('an action whose response got lost has the same key when it is sent again', async () => {
  const { sent, answer } = startApiDouble({ 'POST /api/v1/agents': { status: 502 } });
  const api = openApi();
  const create = async (name: string) =>
    api.send('POST', '/api/v1/agents', { once: true, body: { name } }).catch(() => undefined);
  await create('Guide');
  await create('Clerk');
  answer('POST /api/v1/agents', { data: {} });
  await create('Guide');
  await create('Guide');
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 0, 3]);
});

test('what may be repeated on purpose has no key', async () => {
  const { sent } = startApiDouble({});
  await openApi()
    .send('POST', '/api/v1/webhooks/whk_1/test')
    .catch(() => undefined);
  expect(sent.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false]);
});

test('the page of a network that asks for a sign-in is not the server’s response', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Hotel</p>', { headers: { 'Content-Type': 'text/html' } }));
  const api = openApi();
  // Its body is never read.
  await expect(api.open('DELETE', '/api/v1/agents/agt_1')).rejects.toMatchObject({ code: 'unreachable' });
  await expect(api.open('GET', '/api/v1/conversations/events')).rejects.toMatchObject({ code: 'unreachable' });
  api.close();
});
