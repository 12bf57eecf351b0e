import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid, expectUnknown } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 4.5 Threads and messages', () => {
  let thread: Body;
  const send = async (body: unknown, id: string = thread.id) => world.api('POST', `/threads/${id}/messages`, { body });
  beforeAll(async () => {
    thread = await world.thread({ tools: [{ type: 'builtin', name: 'current_time' }] });
  });

  describe('GET /api/v1/threads/:id', () => {
    it('data = thread', async () => {
      const { status, body } = await world.api('GET', `/threads/${thread.id}`);
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...thread, message_count: 0, last_message_at: null });
    });
    it('404', async () => {
      expectUnknown(await world.api('GET', '/threads/thr_nope'), 'thread', 'thr_nope');
    });
  });

  describe('DELETE /api/v1/threads/:id', () => {
    it('returns { id, deleted }', async () => {
      const { id } = await world.thread();
      const { status, body } = await world.api('DELETE', `/threads/${id}`);
      expect([status, body.data]).toEqual([200, { id, deleted: true }]);
      expectUnknown(await world.api('DELETE', `/threads/${id}`), 'thread', id);
    });
    it('404', async () => {
      expectUnknown(await world.api('DELETE', '/threads/thr_nope'), 'thread', 'thr_nope');
    });
  });

  describe('POST /api/v1/threads/:id/messages', () => {
    it('data = message (role assistant, with tool_calls, usage, created_at)', async () => {
      world.model.reply({ text: 'Hello.', usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } });
      const { status, body } = await send({ content: 'Hi' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        id: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
        thread_id: thread.id,
        role: 'assistant',
        content: 'Hello.',
        tool_calls: null,
        usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
        created_at: expect.stringMatching(/Z$/),
      });
    });
    it('stream: boolean, default false', async () => {
      const answer = await send({ content: 'Hi', stream: false });
      expect(answer.headers.get('content-type')).toContain('application/json');
      expectInvalid(await send({ content: 'Hi', stream: 'yes' }), 'body.stream');
    });
    it('stream true returns text/event-stream', async () => {
      const { status, headers, body } = await send({ content: 'Hi', stream: true });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(body).toMatch(/event: message:started[\s\S]*event: message:completed/);
    });
    it('404 resource_not_found (thread)', async () => {
      expectUnknown(await send({ content: 'Hi' }, 'thr_nope'), 'thread', 'thr_nope');
    });
    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['blank', ' \n\t'],
      ['a number', 3],
      ['null', null],
      ['an object', { text: 'Hi' }],
    ])('400 validation_error (invalid content): %s', async (_case, content) => {
      expectInvalid(await send({ content }), 'body.content');
    });
  });

  describe('GET /api/v1/threads/:id/messages', () => {
    let list: Body;
    beforeAll(async () => {
      const { id } = await world.thread({ tools: [{ type: 'builtin', name: 'current_time' }] });
      world.model.reply({ toolCalls: [{ name: 'current_time', arguments: {} }] }, { text: 'Late.' });
      await send({ content: 'How late?' }, id);
      for (let sent = 0; sent < 10; sent += 1) await send({ role: 'system', content: `Note ${sent}` }, id);
      list = { id, ...(await world.api('GET', `/threads/${id}/messages`)).body };
    });
    const page = async (query: string) => world.api('GET', `/threads/${list.id}/messages?${query}`);
    it('paginated array of messages, oldest first', () => {
      expect(list.data.map(({ content }: Body) => content).slice(0, 3)).toEqual(['How late?', 'Late.', 'Note 0']);
      expect(list.pagination.total_count).toBe(12);
    });
    it('id, role, content, tool_calls for assistant, created_at', () => {
      const [question, reply] = list.data;
      for (const message of [question, reply]) {
        expect(message).toMatchObject({ id: expect.any(String), content: expect.any(String) });
        expect(message.created_at).toMatch(/Z$/);
      }
      expect([question.role, reply.role]).toEqual(['user', 'assistant']);
      expect(reply.tool_calls).toMatchObject([{ name: 'current_time' }]);
      expect(question).not.toHaveProperty('tool_calls');
    });
    it('page (default 1)', async () => {
      expect(list.pagination.page).toBe(1);
      const { body } = await page('page=2&per_page=10');
      expect(body.data.map(({ content }: Body) => content)).toEqual(['Note 8', 'Note 9']);
    });
    it('per_page (default 20, max 100)', async () => {
      expect(list.pagination.per_page).toBe(20);
      expect((await page('per_page=100')).status).toBe(200);
      expectInvalid(await page('per_page=101'), 'query.per_page');
    });
    it('404', async () => {
      expectUnknown(await world.api('GET', '/threads/thr_nope/messages'), 'thread', 'thr_nope');
    });
  });
});
