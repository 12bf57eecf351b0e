import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createFormClient } from './form-client.ts';

afterEach(() => vi.unstubAllGlobals());

test('a form that is sent again after its response got lost has the same key', async () => {
  const keys: (string | null)[] = [];
  const responses = [new TypeError('lost'), Response.json({}, { status: 502 }), Response.json({ data: {} })];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    const response = responses.shift() ?? Response.json({ data: {} });
    if (response instanceof Error) throw response;
    return response;
  });
  const { submit } = createFormClient('contact');
  await expect(submit({ message: 'Hello' })).rejects.toThrow(ApiError);
  await expect(submit({ message: 'Hello' })).rejects.toThrow(ApiError);
  await submit({ message: 'Hello' });
  await submit({ message: 'Hello' });
  expect(keys[0]).toMatch(/^.{16,255}$/);
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3]);
});

test('the page of a network that asks for a sign-in is not a stream of events', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Hotel</p>', { headers: { 'content-type': 'text/html' } }));
  const opening = createFormClient('contact').openEvents('sub_1', null, new AbortController().signal);
  await expect(opening).rejects.toMatchObject({ code: 'network_error' });
});
