import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFields } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 2.3 Thread', () => {
  let agent: Body;
  let created: Body;
  let empty: Body;
  let thread: Body;
  beforeAll(async () => {
    agent = await world.make('/agents', { name: 'Guide' });
    created = await world.make(`/agents/${agent.id}/threads`);
    empty = await world.get(`/threads/${created.id}`);
    await world.make(`/threads/${created.id}/messages`, { content: 'Hello' });
    thread = await world.get(`/threads/${created.id}`);
  });
  const common = {
    id: 'string',
    agent_id: 'string',
    status: ['active', z.literal('active')],
    created_at: 'timestamp',
    // docs/reference/threads.md#threads.
    title: 'null',
    metadata: 'object',
    outcome: 'string or null',
  } as const;

  describe('the get response', () => {
    testFields(() => thread, { ...common, message_count: 'integer', last_message_at: 'timestamp' });
    it('agent_id is the agent that the thread is with', () => {
      expect(thread.agent_id).toBe(agent.id);
    });
    it('message_count counts the messages', () => {
      expect([empty.message_count, thread.message_count]).toEqual([0, 2]);
    });
    it('last_message_at is null while the thread is empty, then the newest message’s time', async () => {
      const messages = await world.get(`/threads/${created.id}/messages`);
      expect(empty.last_message_at).toBeNull();
      expect(thread.last_message_at).toBe(messages.at(-1).created_at);
    });
  });

  describe('message_count and last_message_at are only in the get response', () => {
    testFields(() => created, common);
    it('nor does the list show them', async () => {
      const [listed] = await world.get('/threads');
      expect(Object.keys(listed).toSorted()).toEqual(Object.keys(common).toSorted());
    });
  });
});
