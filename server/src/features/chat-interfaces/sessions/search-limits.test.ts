import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createChat } from '../../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let base: string;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' });
  base = (await createChat(server, { limits: { sessions_per_minute: 100 } })).sessions;
});
afterAll(async () => server.close());

/** Searches 30 times in a session of its own; returns the statuses. */
async function searchInNewSession(ip: string): Promise<number[]> {
  const from = { key: null, headers: { 'X-Forwarded-For': ip } };
  const { data } = (await call(server, 'POST', base, { ...from, body: {} })).body;
  const headers = { ...from.headers, Authorization: `Bearer ${data.token}` };
  const search = async () => call(server, 'POST', `${base}/${data.id}/search`, { ...from, headers, body: {} });
  const statuses: number[] = [];
  for (let sent = 0; sent < 30; sent += 1) statuses.push((await search()).status);
  return statuses;
}

it('searches of one address are limited, in however many sessions', async () => {
  const statuses: number[] = [];
  // Twice as many, because a minute may begin in between.
  for (let session = 0; session < 21; session += 1) statuses.push(...(await searchInNewSession('10.0.0.1')));
  // A search without a query is counted, too.
  expect(statuses.slice(0, 300)).toEqual(Array.from({ length: 300 }, () => 400));
  expect(statuses).toContain(429);
  expect(await searchInNewSession('10.0.0.2')).not.toContain(429);
});
