import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFields } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();
const usage = z.strictObject({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });
const calls = z
  .array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
  .length(1);

/** docs/reference/threads.md#messages. */
const more = {
  status: ['complete', z.literal('complete')],
  citations: ['array', z.array(z.never())],
  attachments: ['array', z.array(z.never())],
  feedback: 'null',
  client_message_id: 'null',
  replaced_by: 'null',
  outcome: 'string or null',
  author: 'object',
  follow_ups: ['array', z.array(z.never())],
} as const;

describe('Specification 2.4 Message', () => {
  let called: Body;
  let plain: Body;
  let listed: Body[];
  beforeAll(async () => {
    const tools = [{ type: 'builtin', name: 'current_time' }];
    const { id } = await world.thread({ tools });
    const counted = { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 };
    world.model.reply(
      { toolCalls: [{ name: 'current_time', arguments: { timezone: 'Europe/Oslo' } }], usage: counted },
      { text: 'It is late.', usage: counted },
    );
    called = await world.make(`/threads/${id}/messages`, { content: 'How late is it?' });
    plain = await world.make(`/threads/${id}/messages`, { content: 'Thanks' });
    await world.make(`/threads/${id}/messages`, { role: 'system', content: 'Be brief.' });
    listed = await world.get(`/threads/${id}/messages`);
  });

  describe('the send-message response', () => {
    testFields(() => called, {
      id: 'string',
      thread_id: 'string',
      role: ['assistant', z.literal('assistant')],
      content: 'string',
      tool_calls: ['array of { id: string, name: string, arguments: object }', calls],
      usage: ['object { prompt_tokens, completion_tokens, total_tokens } (numbers)', usage],
      created_at: 'timestamp',
      ...more,
    });
    it('tool_calls contains the calls', () => {
      expect(called.tool_calls).toMatchObject([{ name: 'current_time', arguments: { timezone: 'Europe/Oslo' } }]);
    });
    it('tool_calls is null on assistant messages without tool calls', () => {
      expect(plain).toHaveProperty('tool_calls', null);
    });
    it('usage counts all calls of the model', () => {
      expect(called.usage).toEqual({ prompt_tokens: 40, completion_tokens: 14, total_tokens: 54 });
    });
  });

  describe('a user message', () => {
    testFields(() => listed[0], {
      id: 'string',
      thread_id: 'string',
      role: ['user', z.literal('user')],
      content: 'string',
      created_at: 'timestamp',
      ...more,
    });
    it('tool_calls is absent on user messages', () => {
      expect(listed[0]).not.toHaveProperty('tool_calls');
    });
  });

  it('role is one of: user, assistant, system', () => {
    expect(listed.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'system']);
  });
});
