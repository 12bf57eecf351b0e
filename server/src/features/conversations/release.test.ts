import { beforeAll, describe, expect, test } from 'vitest';
import { join, signUpOwner, type TestBrowser } from '../../../test/browser.ts';
import { call, followFromNow } from '../../../test/client.ts';
import { openChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { releaseLost } from './handover/release-conversations.ts';

/* A person or a key that can no longer answer (docs/reference/conversations.md#states). */

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
let owner: TestBrowser;
beforeAll(async () => {
  owner = await signUpOwner(server);
});

interface Visit {
  readonly id: string;
  say(content: string): Promise<void>;
}

async function visit(enabled: boolean): Promise<Visit> {
  const { conversationId: id, say } = await openChat(server, { handover: { enabled } });
  const sayStored = async (content: string) => expect((await say(content)).status).toBeLessThan(300);
  await sayStored('Hello');
  return { id, say: sayStored };
}

const get = async (id: string) => (await call(server, 'GET', `/api/v1/conversations/${id}`)).body.data;
const accept = async (browser: TestBrowser, { id }: Visit) => {
  const { status, body } = await browser.send('POST', `/api/v1/conversations/${id}/accept`, { body: {} });
  expect(status).toBe(200);
  return body.data.assignee.id as string;
};

describe('conversations of a removed member', () => {
  test('are returned to the agent, or wait for another person if the visitor has got no answer', async () => {
    const grace = await join(owner, 'grace@example.com', 'responder');
    const [answered, unanswered, botOnly] = await Promise.all([visit(true), visit(true), visit(false)]);
    for (const one of [answered, unanswered, botOnly]) await accept(grace, one);
    const memberId = (await get(answered.id)).assignee.id;
    await unanswered.say('Are you there?');
    await botOnly.say('Are you there?');
    const ids = [answered, unanswered, botOnly].map(({ id }) => id);
    const heard = new Set<string>();
    const { events } = await followFromNow(server, '/api/v1/conversations/events', {
      until: ({ event, data }: { event: string; data: { id?: string; conversation?: { id: string } } }) => {
        const id = data.conversation?.id ?? data.id ?? '';
        if (event === 'conversation:updated' && ids.includes(id)) heard.add(id);
        return heard.size === ids.length;
      },
    });
    expect((await owner.send('DELETE', `/api/v1/members/${memberId}`)).status).toBe(200);
    expect(await get(answered.id)).toMatchObject({ status: 'bot', assignee: null, waiting_since: null });
    await events;
    const waiting = { status: 'waiting', assignee: null, waiting_since: expect.any(String) };
    expect(await get(unanswered.id)).toMatchObject(waiting);
    expect(await get(botOnly.id)).toMatchObject({ status: 'bot', assignee: null });
    const own = await call(server, 'GET', `/api/v1/conversations?assignee=${memberId}`);
    expect(own.body.data).toEqual([]);
    // The team can take it over again.
    await accept(owner, unanswered);
  });

  test('as those of one whose role can no longer answer, but no others', async () => {
    const eve = await join(owner, 'eve@example.com', 'editor');
    const [hers, other] = await Promise.all([visit(true), visit(true)]);
    const memberId = await accept(eve, hers);
    await accept(owner, other);
    const change = async (role: string) => owner.send('PATCH', `/api/v1/members/${memberId}`, { body: { role } });
    expect((await change('responder')).status).toBe(200);
    expect((await get(hers.id)).status).toBe('human');
    expect((await change('viewer')).status).toBe(200);
    expect(await get(hers.id)).toMatchObject({ status: 'bot', assignee: null });
    expect((await get(other.id)).status).toBe('human');
  });
});

test('conversations of a revoked key are released by the sweep, and those of others are kept', async () => {
  const scopes = ['conversations:read', 'conversations:write'];
  const made = await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'Phone bridge', scopes } });
  const { id: keyId, key } = made.body.data;
  const [its, other] = await Promise.all([visit(true), visit(true)]);
  await call(server, 'POST', `/api/v1/conversations/${its.id}/accept`, { key, body: {} });
  await accept(owner, other);
  await releaseLost(server.platform);
  expect((await get(its.id)).assignee.id).toBe(keyId);
  await call(server, 'DELETE', `/api/v1/api-keys/${keyId}`);
  await releaseLost(server.platform);
  expect(await get(its.id)).toMatchObject({ status: 'bot', assignee: null });
  expect((await get(other.id)).status).toBe('human');
});
