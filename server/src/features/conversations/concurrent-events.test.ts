import { beforeAll, describe, expect, test } from 'vitest';
import { join, signUpOwner, type TestBrowser } from '../../../test/browser.ts';
import { call } from '../../../test/client.ts';
import { createChat, type TestChat, visitChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { untilBlocked } from '../../../test/until-blocked.ts';
import { holdConversation, moveToPerson } from './actions/change-state.ts';
import { releaseLost } from './handover/release-conversations.ts';
import { events, report, streamOf } from './stream/workspace-events.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

/* The embedded database has one connection, so its transactions run one after the other. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('at the same moment', () => {
  let owner: TestBrowser;
  let chat: TestChat;
  let workspaceId: string;
  beforeAll(async () => {
    owner = await signUpOwner(server);
    workspaceId = owner.workspace ?? '';
    chat = await createChat(server, { handover: { enabled: true } });
  });

  /** A visitor who waits for a person. */
  async function visit() {
    const { conversationId: id, send } = await visitChat(server, chat);
    expect((await send('POST', '/handover', {})).status).toBe(200);
    return { id, send };
  }

  const accept = async (browser: TestBrowser, id: string) => {
    const answer = await browser.send('POST', `/api/v1/conversations/${id}/accept`, { body: {} });
    expect(answer.status).toBe(200);
    return answer.body.data.assignee.id as string;
  };
  const get = async (id: string) => (await call(server, 'GET', `/api/v1/conversations/${id}`)).body.data;

  test('the last event of a conversation has its newest state, though its visitor leaves an address', async () => {
    const { id, send } = await visit();
    const { platform } = server;
    const actor = { id: 'mem_1', name: 'Grace', avatar_url: null };
    const { left } = await platform.database.transaction(async (tx) => {
      const held = await holdConversation(tx, workspaceId, id);
      await moveToPerson(server.platform, held, actor);
      const left = send('POST', '/email', { email: 'visitor@example.com' });
      await untilBlocked(tx);
      return { left };
    });
    expect((await left).status).toBeLessThan(300);
    const [last] = await platform.database.sql<{ data: string }[]>`
      SELECT data FROM events WHERE stream = ${streamOf(workspaceId)} ORDER BY id DESC LIMIT 1`;
    expect(JSON.parse(last?.data ?? '')).toMatchObject({
      conversation: { id, status: 'human', visitor: { email: 'visitor@example.com' } },
    });
  });

  /** Gives somebody two conversations; returns their ids and the person's. */
  async function assign(browser: TestBrowser) {
    const ids = [(await visit()).id, (await visit()).id].toSorted();
    let assigneeId = '';
    for (const id of ids) assigneeId = await accept(browser, id);
    return { ids, assigneeId };
  }

  const released = { status: 'bot', assignee: null };

  /**
   * Releases conversations while another transaction holds the last one, as a visitor's message does; returns them as they
   * are then.
   */
  async function releaseWhileHeld(ids: readonly string[], release: () => Promise<unknown>) {
    const isHeld = Promise.withResolvers<undefined>();
    const written = server.platform.database.transaction(async (tx) => {
      const { conversation } = await holdConversation(tx, workspaceId, ids.at(-1) ?? '');
      isHeld.resolve(undefined);
      await untilBlocked(tx);
      await report(server.platform, tx, workspaceId, [events.updated(conversation)]);
    });
    await Promise.race([isHeld.promise, written]);
    await Promise.all([release(), written]);
    return Promise.all(ids.map(get));
  }

  test('a member is removed and a visitor writes', async () => {
    const grace = await join(owner, 'grace@example.com', 'responder');
    const { ids, assigneeId } = await assign(grace);
    const after = await releaseWhileHeld(ids, async () => {
      expect(await owner.send('DELETE', `/api/v1/members/${assigneeId}`)).toMatchObject({ status: 200 });
    });
    expect(after).toMatchObject([released, released]);
  });

  test('a member gets another role and a visitor writes', async () => {
    const eve = await join(owner, 'eve@example.com', 'editor');
    const { ids, assigneeId } = await assign(eve);
    const after = await releaseWhileHeld(ids, async () => {
      const change = { body: { role: 'viewer' } };
      expect(await owner.send('PATCH', `/api/v1/members/${assigneeId}`, change)).toMatchObject({ status: 200 });
    });
    expect(after).toMatchObject([released, released]);
  });

  test('the sweep releases conversations and a visitor writes', async () => {
    const max = await join(owner, 'max@example.com', 'editor');
    const { ids, assigneeId } = await assign(max);
    await server.platform.database.sql`UPDATE members SET role = 'viewer' WHERE id = ${assigneeId}`;
    const after = await releaseWhileHeld(ids, async () => releaseLost(server.platform));
    expect(after).toMatchObject([released, released]);
  });
});
