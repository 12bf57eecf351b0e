import { afterEach, expect, test, vi } from 'vitest';
import { createTaskClient } from './task-client.ts';

afterEach(() => vi.unstubAllGlobals());

test('the page of a network that asks for a sign-in is neither a decision nor a stream of events', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Hotel</p>', { headers: { 'content-type': 'text/html' } }));
  const client = createTaskClient('ins_1', 'token');
  await expect(client.decide('apr_1', { decision: 'approve' })).rejects.toThrow('no response of the server');
  await expect(client.openEvents(null, new AbortController().signal)).rejects.toThrow('no response of the server');
});
