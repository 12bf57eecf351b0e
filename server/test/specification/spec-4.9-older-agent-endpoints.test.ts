import { beforeAll, describe, expect, it } from 'vitest';
import { call, readEvents } from '../client.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();
const bearer = () => ({ key: null, headers: { Authorization: `Bearer ${world.server.apiKey}` } });
const post = async (path: string, body: unknown) => call(world.server, 'POST', path, { ...bearer(), body });
const failed = (code: string) => ({ success: false, error: { code, message: expect.any(String) } });

describe('Specification 4.9 Older agent endpoints', () => {
  let agent: Body;
  beforeAll(async () => {
    const body = { name: 'Older', model: 'double', systemPrompt: 'Be kind.' };
    agent = (await post('/v1/agents', body)).body.data;
  });

  describe('POST /v1/agents', () => {
    it('data = { id, name, model, status, createdAt } inside { success, data }', async () => {
      const { status, body } = await post('/v1/agents', { name: 'A', model: 'm', systemPrompt: 'S' });
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        data: {
          id: expect.stringMatching(/^agt_[0-9a-z]{26}$/),
          name: 'A',
          model: 'm',
          status: 'active',
          createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        },
      });
    });
    it('name: string, required', async () => {
      for (const name of [undefined, 3, '  ']) {
        const { status, body } = await post('/v1/agents', { name, model: 'm' });
        expect([status, body]).toEqual([400, failed('validation_error')]);
      }
    });
    it('model: string', async () => {
      expect((await post('/v1/agents', { name: 'A', model: 3 })).status).toBe(400);
      expect((await post('/v1/agents', { name: 'A' })).body.data.model).toMatch(/./);
    });
    it('systemPrompt: string', async () => {
      expect((await post('/v1/agents', { name: 'A', systemPrompt: 3 })).status).toBe(400);
      expect(await world.get(`/agents/${agent.id}`)).toMatchObject({ system_prompt: 'Be kind.' });
    });
    it('unknown fields are ignored', async () => {
      expect((await post('/v1/agents', { name: 'A', colour: 'red' })).status).toBe(201);
    });
  });

  describe('POST /v1/agents/{id}/chat', () => {
    const chat = async (body: unknown, id: string = agent.id) => post(`/v1/agents/${id}/chat`, body);
    it('data = { messageId, threadId, response, usage { promptTokens, completionTokens } } inside { success, data }', async () => {
      world.model.reply({ text: 'Hello.', usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } });
      const { status, body } = await chat({ message: 'Hi' });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        data: {
          messageId: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
          threadId: expect.stringMatching(/^thr_[0-9a-z]{26}$/),
          response: 'Hello.',
          usage: { promptTokens: 9, completionTokens: 2 },
        },
      });
    });
    it('message: string, required', async () => {
      for (const message of [undefined, 3, ' ']) {
        const { status, body } = await chat({ message });
        expect([status, body]).toEqual([400, failed('validation_error')]);
      }
    });
    it('threadId: string, optional: continues in that thread, which the versioned API also sees', async () => {
      const first = (await chat({ message: 'One' })).body.data;
      const second = (await chat({ message: 'Two', threadId: first.threadId })).body.data;
      expect(second.threadId).toBe(first.threadId);
      const messages = await world.get(`/threads/${first.threadId}/messages`);
      expect(messages.map(({ content }: Body) => content)).toEqual(['One', 'You said: One', 'Two', 'You said: Two']);
    });
    it('an unknown agent or thread is 404', async () => {
      for (const answer of [
        await chat({ message: 'Hi' }, 'agt_nope'),
        await chat({ message: 'Hi', threadId: 'thr_nope' }),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, failed('resource_not_found')]);
      }
    });
  });

  describe('POST /v1/agents/{id}/chat/stream', () => {
    it('Server-Sent Events stream: start, delta, done', async () => {
      world.model.reply({ text: ['Hel', 'lo.'], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } });
      const events = await readEvents(world.server, `/v1/agents/${agent.id}/chat/stream`, {
        ...bearer(),
        method: 'POST',
        body: { message: 'Hi' },
      });
      const [start, ...rest] = events;
      const ids = { messageId: expect.stringMatching(/^msg_/), threadId: expect.stringMatching(/^thr_/) };
      expect([start?.event, start?.data]).toEqual(['start', ids]);
      const deltas = rest.slice(0, -1);
      expect(new Set(deltas.map(({ event }) => event))).toEqual(new Set(['delta']));
      expect(deltas.map(({ data }) => data.content).join('')).toBe('Hello.');
      const usage = { promptTokens: 9, completionTokens: 2 };
      expect([rest.at(-1)?.event, rest.at(-1)?.data]).toEqual(['done', { ...start?.data, response: 'Hello.', usage }]);
    });
    it('message: string', async () => {
      const { status, body } = await post(`/v1/agents/${agent.id}/chat/stream`, { message: 3 });
      expect([status, body]).toEqual([400, failed('validation_error')]);
    });
    it('ends with error { code, message } when the reply fails', async () => {
      world.model.reply({ status: 400, error: { message: 'inner words' } });
      const path = `/v1/agents/${agent.id}/chat/stream`;
      const events = await readEvents(world.server, path, { method: 'POST', body: { message: 'Hi' } });
      expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'execution_failed' } });
      expect(JSON.stringify(events)).not.toContain('inner words');
    });
  });
});
