import { describe, expect, it } from 'vitest';
import { call, readEvents } from '../../../test/client.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

const post = async (path: string, body: unknown, key?: string | null) =>
  call(server, 'POST', path, { body, ...(key === undefined ? {} : { key }) });
const makeAgent = async (): Promise<string> =>
  (await post('/v1/agents', { name: 'Guide', systemPrompt: 'Be kind.' })).body.data.id;

describe('older agent endpoints (spec 4.9)', () => {
  it('creates an agent that is visible in the versioned API', async () => {
    const { status, body } = await post('/v1/agents', {
      name: 'Guide',
      model: 'm1',
      systemPrompt: 'Be kind.',
      more: 1,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^agt_/),
        name: 'Guide',
        model: 'm1',
        status: 'active',
        createdAt: expect.stringMatching(/Z$/),
      },
    });
    const seen = await call(server, 'GET', `/v1/agents/${body.data.id}`);
    expect(seen.body.data).toMatchObject({ name: 'Guide', model: 'm1', system_prompt: 'Be kind.' });
  });

  it('chats, in a new thread and then in the same', async () => {
    const id = await makeAgent();
    model.reply({ text: 'Hello.', usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } });
    const { status, body } = await post(`/v1/agents/${id}/chat`, { message: 'Hi' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        messageId: expect.stringMatching(/^msg_/),
        threadId: expect.stringMatching(/^thr_/),
        response: 'Hello.',
        usage: { promptTokens: 5, completionTokens: 2 },
      },
    });
    const { threadId } = body.data;
    const second = await post(`/v1/agents/${id}/chat`, { message: 'And?', threadId });
    expect(second.body.data).toMatchObject({ threadId, response: 'You said: And?' });
    const { body: seen } = await call(server, 'GET', `/api/v1/threads/${threadId}/messages`);
    expect(seen.data.map(({ content }: { content: string }) => content)).toEqual([
      'Hi',
      'Hello.',
      'And?',
      'You said: And?',
    ]);
  });

  it('streams start, delta and done', async () => {
    const id = await makeAgent();
    model.reply({ text: ['Hel', 'lo.'], tokenDelayMs: 60, usage: { prompt_tokens: 5, completion_tokens: 2 } });
    const path = `/v1/agents/${id}/chat/stream`;
    const events = await readEvents(server, path, { method: 'POST', body: { message: 'Hi' } });
    const [start, ...rest] = events;
    expect(start).toMatchObject({
      event: 'start',
      data: { messageId: expect.any(String), threadId: expect.any(String) },
    });
    expect(rest.slice(0, -1).map(({ event }) => event)).toEqual(rest.slice(0, -1).map(() => 'delta'));
    expect(
      rest
        .slice(0, -1)
        .map(({ data }) => data.content)
        .join(''),
    ).toBe('Hello.');
    expect(rest.at(-1)).toMatchObject({
      event: 'done',
      data: { ...start?.data, response: 'Hello.', usage: { promptTokens: 5, completionTokens: 2 } },
    });
  });

  it('ends the stream with an error when the reply fails', async () => {
    const id = await makeAgent();
    model.reply({ status: 400, error: { message: 'inner' } });
    const events = await readEvents(server, `/v1/agents/${id}/chat/stream`, {
      method: 'POST',
      body: { message: 'Hi' },
    });
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'execution_failed' } });
    expect(events.at(-1)?.data.message).not.toContain('inner');
  });

  it('returns errors in the older format', async () => {
    const id = await makeAgent();
    const other = await makeAgent();
    const { body } = await post(`/v1/agents/${id}/chat`, { message: 'Hi' });
    for (const [path, message, status, code] of [
      ['/v1/agents', {}, 400, 'validation_error'],
      [`/v1/agents/${id}/chat`, { message: ' ' }, 400, 'validation_error'],
      ['/v1/agents/agt_none/chat', { message: 'Hi' }, 404, 'resource_not_found'],
      [`/v1/agents/${id}/chat`, { message: 'Hi', threadId: 'thr_none' }, 404, 'resource_not_found'],
      [`/v1/agents/${other}/chat/stream`, { message: 'Hi', threadId: body.data.threadId }, 404, 'resource_not_found'],
    ] as const) {
      const answer = await post(path, message);
      expect([answer.status, answer.body]).toEqual([
        status,
        { success: false, error: { code, message: expect.any(String) } },
      ]);
    }
    await server.platform.database.sql`UPDATE threads SET answered_by = 'person' WHERE id = ${body.data.threadId}`;
    expect((await post(`/v1/agents/${id}/chat`, { message: 'Hi', threadId: body.data.threadId })).body.error).toEqual({
      code: 'validation_error',
      message: 'body.threadId: is a conversation that a person answers',
    });
    expect((await post('/v1/agents', { name: 'x' }, null)).body).toMatchObject({
      success: false,
      error: { code: 'invalid_api_key' },
    });
    model.reply({ status: 400, error: { message: 'inner' } });
    const failed = await post(`/v1/agents/${id}/chat`, { message: 'Hi' });
    expect([failed.status, failed.body.error.code]).toEqual([500, 'execution_failed']);
  });
});
