import { beforeAll, expect, test } from 'vitest';
import { join, signUpOwner, type TestBrowser } from '../../../../test/browser.ts';
import { call } from '../../../../test/client.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

/* Whether a person is available to visitors (docs/reference/conversations.md#handover). */

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
let owner: TestBrowser;
let slug: string;
beforeAll(async () => {
  owner = await signUpOwner(server);
  const { id } = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const body = { name: 'Desk', agent_id: id, handover: { enabled: true } };
  slug = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data.slug;
  await owner.send('PATCH', '/api/v1/me', { body: { presence: 'away' } });
});

const isAvailable = async (): Promise<boolean> => {
  const { body } = await call(server, 'GET', `/api/public/chat-interfaces/${slug}`, { key: null });
  return body.data.handover.available;
};
const find = async (email: string): Promise<{ id: string; presence: string }> => {
  const { body } = await owner.send('GET', '/api/v1/members');
  return body.data.find(({ user }: { user: { email: string } }) => user.email === email);
};

test('only members who can answer make a person available', async () => {
  const email = 'vera@example.com';
  const member = await join(owner, email, 'viewer');
  const { id } = await find(email);
  expect((await member.send('POST', '/api/v1/me/heartbeat')).status).toBe(204);
  expect([(await find(email)).presence, await isAvailable()]).toEqual(['online', false]);
  for (const role of ['responder', 'editor']) {
    expect((await owner.send('PATCH', `/api/v1/members/${id}`, { body: { role } })).status).toBe(200);
    expect([role, (await find(email)).presence, await isAvailable()]).toEqual([role, 'online', true]);
  }
  await member.send('PATCH', '/api/v1/me', { body: { presence: 'away' } });
  expect(await isAvailable()).toBe(false);
});
