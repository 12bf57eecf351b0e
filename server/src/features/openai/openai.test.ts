import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let models: ModelServer;
let server: ServerUnderTest;
let openai: OpenAI;
let agentId: string;

beforeAll(async () => {
  models = await startModelServer();
  server = await startServer({ OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test', DEFAULT_MODEL: 'gpt-4o' });
  openai = clientOf(server.apiKey);
  const body = {
    name: 'Support',
    slug: 'support',
    system_prompt: 'You help.',
    tools: [{ type: 'builtin', name: 'current_time' }],
  };
  agentId = (await call(server, 'POST', '/api/v1/agents', { body })).body.data.id;
});
afterAll(async () => {
  await server.close();
  await models.close();
});

const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${server.url}/openai/v1`, maxRetries: 0 });
const ask = (content: string) => [{ role: 'user' as const, content }];
const countThreads = async () =>
  (await call(server, 'GET', `/api/v1/threads?agent_id=${agentId}`)).body.pagination.total_count;

describe('the official client', () => {
  it('lists agents as models, by slug or else by id', async () => {
    const other = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Plain' } })).body.data.id;
    const archived = { name: 'Old', slug: 'old', status: 'archived' };
    await call(server, 'POST', '/api/v1/agents', { body: archived });
    const ids = [];
    for await (const { id, object, owned_by: owner, created } of openai.models.list()) {
      expect({ object, owner, created }).toEqual({ object: 'model', owner: 'portico', created: expect.any(Number) });
      ids.push(id);
    }
    expect(ids).toContain('support');
    expect(ids).toContain(other);
    expect(ids).not.toContain('old');
    expect(await openai.models.retrieve('support')).toMatchObject({ id: 'support' });
  });

  it('gets a whole completion, with usage and citations', async () => {
    models.reply({ text: 'Hello there.', usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 } });
    const before = await countThreads();
    const completion = await openai.chat.completions.create({
      model: 'support',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes?' },
        { role: 'user', content: [{ type: 'text', text: 'Say hello' }] },
      ],
      temperature: 0.1,
      max_tokens: 50,
    });
    expect(completion).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      model: 'support',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 },
    });
    const { body } = models.calls.at(-1) ?? {};
    expect(body).toMatchObject({
      temperature: 0.1,
      messages: [
        { role: 'system', content: expect.stringMatching(/^You help\.\n\nBe brief\./) },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes?' },
        { role: 'user', content: 'Say hello' },
      ],
    });
    expect(await countThreads()).toBe(before);
  });

  it.each([
    { top_logprobs: 0, logprobs: false },
    { stop: '' },
    { stop: [] },
    { tools: [], functions: [] },
    { audio: null, n: 1, response_format: { type: 'text' } },
  ])('may send %j, which requests nothing', async (settings) => {
    const body = { model: 'support', messages: ask('Hi'), ...settings };
    const { data } = await openai.chat.completions.create(body as never).withResponse();
    expect(data).toMatchObject({ choices: [{ message: { content: 'You said: Hi' } }] });
  });

  it('may send an assistant’s refusal in the history', async () => {
    await openai.chat.completions.create({
      model: 'support',
      messages: [
        { role: 'user', content: 'Tell me' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Well.' },
            { type: 'refusal', refusal: 'I can’t help with that.' },
          ],
        },
        { role: 'user', content: 'Why?' },
      ],
    });
    expect(models.calls.at(-1)?.body['messages']).toContainEqual({
      role: 'assistant',
      content: 'Well.\n\nI can’t help with that.',
    });
  });

  it('streams, with usage if requested, and accepts an agent by its id', async () => {
    models.reply({ text: 'One two three', usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } });
    const stream = await openai.chat.completions.create({
      model: agentId,
      messages: ask('Count'),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('One two three');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 8 } });
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
    models.reply({ text: 'Short' });
    const plain = await openai.chat.completions.create({ model: 'support', messages: ask('Count'), stream: true });
    const last = (await Array.fromAsync(plain)).at(-1);
    expect(last?.choices[0]?.finish_reason).toBe('stop');
    expect(last).not.toHaveProperty('usage');
  });

  it.each([{}, { store: true }])(
    'streams nothing but lines of data, as clients without a parser expect: %o',
    async (more) => {
      models.reply({ text: 'One two' });
      const request = { model: 'support', messages: ask('Count'), stream: true as const, ...more };
      const text = await (await openai.chat.completions.create(request).asResponse()).text();
      const lines = text.split('\n').filter((line) => line !== '');
      expect(lines.filter((line) => !line.startsWith('data: '))).toEqual([]);
      expect(lines.at(-1)).toBe('data: [DONE]');
    },
  );

  it('reports that max_tokens was reached', async () => {
    models.reply({ text: 'A long', finishReason: 'length' });
    const { choices } = await openai.chat.completions.create({ model: 'support', messages: ask('Go on') });
    expect(choices[0]?.finish_reason).toBe('length');
    models.reply({ text: 'A long', finishReason: 'length' });
    const stored = await openai.chat.completions.create({ model: 'support', messages: ask('Go on'), store: true });
    expect(stored.choices[0]?.finish_reason).toBe('length');
  });

  it('runs the agent’s own tools on the server', async () => {
    const { choices } = await openai.chat.completions.create({
      model: 'support',
      messages: ask('call current_time {"timezone":"Europe/Oslo"}'),
    });
    expect(choices[0]?.message.content).toContain('Europe/Oslo');
    expect(choices[0]?.finish_reason).toBe('stop');
  });

  it('stores the reply if requested, and continues the thread', async () => {
    const first = await openai.chat.completions.create({
      model: 'support',
      messages: [{ role: 'system', content: 'Use rhymes.' }, ...ask('My name is Ada')],
      store: true,
    });
    const threadId = first.metadata?.['thread_id'] ?? '';
    expect(threadId).toMatch(/^thr_/);
    const stream = await openai.chat.completions.create({
      model: 'support',
      messages: [{ role: 'system', content: 'Use rhymes.' }, ...ask('Who am I?')],
      metadata: { thread_id: threadId },
      stream: true,
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('You said: Who am I?');
    expect(chunks.at(-1)).toMatchObject({ metadata: { thread_id: threadId } });
    const { data } = (await call(server, 'GET', `/api/v1/threads/${threadId}/messages`)).body;
    expect(data.map(({ role, content }: { role: string; content: string }) => [role, content])).toEqual([
      ['system', 'Use rhymes.'],
      ['user', 'My name is Ada'],
      ['assistant', 'You said: My name is Ada'],
      ['user', 'Who am I?'],
      ['assistant', 'You said: Who am I?'],
    ]);
  });

  it('keeps no system text of a request that is refused, and one of two that come together', async () => {
    const create = async (threadId: string | undefined, system: string, model = 'support') =>
      openai.chat.completions.create({
        model,
        messages: [{ role: 'system', content: system }, ...ask('Who am I?')],
        ...(threadId === undefined ? { store: true } : { metadata: { thread_id: threadId } }),
      });
    const threadId = (await create(undefined, 'Use rhymes.')).metadata?.['thread_id'] ?? '';
    await Promise.all([create(threadId, 'Be brief.'), create(threadId, 'Be brief.')]);
    await call(server, 'PATCH', `/api/v1/threads/${threadId}`, { body: { status: 'archived' } });
    await expect(create(threadId, 'Be kind.')).rejects.toMatchObject({ status: 400 });
    const { data } = (await call(server, 'GET', `/api/v1/threads/${threadId}/messages`)).body;
    const systems = data.filter(({ role }: { role: string }) => role === 'system');
    expect(systems.map(({ content }: { content: string }) => content)).toEqual(['Use rhymes.', 'Be brief.']);
  });
});

describe('a stored reply that starts again while it is streamed', () => {
  const count = Array.from({ length: 12 }, (_, at) => `${at} `);

  /** Streams a stored reply whose process loses it after some words; the next one writes these. */
  async function streamTwice(second: string[]): Promise<{ text: string; error: unknown; threadId: string }> {
    const { sql } = server.platform.database;
    const before = await countThreads();
    models.reply({ text: count, tokenDelayMs: 20, hangAfter: 8 }, { text: second });
    const create = { model: 'support', messages: ask('Count'), store: true, stream: true as const };
    const stream = await openai.chat.completions.create(create);
    expect(await countThreads()).toBe(before + 1);
    const listed = await call(server, 'GET', `/api/v1/threads?agent_id=${agentId}&per_page=1`);
    const threadId: string = listed.body.data[0].id;
    let text = '';
    let error: unknown;
    try {
      for await (const { choices } of stream) {
        text += choices[0]?.delta.content ?? '';
        if (!text.includes('4 ')) continue;
        await sql`UPDATE replies SET lease_token = lease_token + 1, lease_until = now()
          WHERE thread_id = ${threadId} AND lease_token = 1`;
      }
    } catch (caught) {
      error = caught;
    }
    return { text, error, threadId };
  }

  it('is sent once', async () => {
    const { text, error } = await streamTwice(count);
    expect([text, error]).toEqual([count.join(''), undefined]);
  });

  it('ends with an error if it has other words than those that were sent', async () => {
    const { text, error, threadId } = await streamTwice(['Zero, ', 'one.']);
    expect(count.join('').startsWith(text)).toBe(true);
    expect(error).toMatchObject({
      code: 'execution_failed',
      message: expect.stringContaining(`/threads/${threadId}/messages`),
    });
    const { data } = (await call(server, 'GET', `/api/v1/threads/${threadId}/messages`)).body;
    expect(data.at(-1)).toMatchObject({ content: 'Zero, one.', status: 'complete' });
  });
});

describe('a client that disconnects', () => {
  it.each([
    ['a streamed reply', true, {}],
    ['a whole reply', false, {}],
    ['a stream, which no Idempotency-Key keeps', true, { 'Idempotency-Key': 'stream' }],
  ])('ends the model call of %s', async (_, stream, headers) => {
    models.reply({ text: Array.from({ length: 200 }, () => 'word '), tokenDelayMs: 50 });
    const stop = new AbortController();
    const before = models.calls.length;
    const request = { model: 'support', messages: ask('Talk'), stream };
    const asked = openai.chat.completions.create(request, { signal: stop.signal, headers });
    const failed = asked.then(async (answer) => {
      if (Symbol.asyncIterator in answer) for await (const _ of answer) stop.abort();
    });
    await eventually(async () => models.calls[before]);
    if (!stream) stop.abort();
    await failed.catch(() => undefined);
    const hasEnded = await eventually(async () => (models.calls[before]?.aborted === true ? true : undefined));
    expect(hasEnded).toBe(true);
  });
});

describe('errors in OpenAI’s form', () => {
  const create = async (body: object, client = openai) =>
    client.chat.completions
      .create({ model: 'support', messages: ask('Hi'), ...body })
      .then(() => undefined)
      .catch((error: unknown) => error);

  it.each([
    [{ model: 'nobody' }, { status: 404, code: 'model_not_found', param: 'model', type: 'invalid_request_error' }],
    [
      { tools: [{ type: 'function', function: { name: 'f' } }] },
      { status: 400, code: 'unsupported_parameter', param: 'tools', type: 'invalid_request_error' },
    ],
    [{ stop: 'END' }, { status: 400, code: 'unsupported_parameter', param: 'stop' }],
    [{ top_logprobs: 1 }, { status: 400, code: 'unsupported_parameter', param: 'top_logprobs' }],
    [{ n: 2 }, { status: 400, code: 'unsupported_parameter', param: 'n' }],
    [{ response_format: { type: 'json_object' } }, { status: 400, param: 'response_format' }],
    [{ messages: [] }, { status: 400, code: 'missing_required_parameter', param: 'messages' }],
    [{ messages: [{ role: 'assistant', content: 'Hi' }] }, { status: 400, param: 'messages' }],
    [{ messages: [{ role: 'tool', content: 'x' }] }, { status: 400, param: 'messages[0].role' }],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example/' } }] }] },
      { status: 400 },
    ],
    [{ metadata: { thread_id: 'thr_unknown' } }, { status: 404, type: 'invalid_request_error' }],
  ])('%j', async (body, expected) => {
    expect(await create(body)).toMatchObject(expected);
  });

  it('does not name a field if the whole body is wrong', async () => {
    const headers = { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${server.url}/openai/v1/chat/completions`, { method: 'POST', headers, body: '{' });
    const error = { param: null, code: 'invalid_value', type: 'invalid_request_error' };
    expect([answer.status, await answer.json()]).toMatchObject([400, { error }]);
  });

  it('refuses a wrong key, and one without the scope', async () => {
    expect(await create({}, clientOf('ptk_wrong'))).toMatchObject({ status: 401, code: 'invalid_api_key' });
    const narrow = async (scopes: string[]) =>
      (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'Narrow', scopes } })).body.data.key;
    expect(await create({}, clientOf(await narrow(['agents:read'])))).toMatchObject({
      status: 403,
      type: 'permission_error',
    });
    const executor = clientOf(await narrow(['agents:execute']));
    expect(await create({}, executor)).toBeUndefined();
    expect(await create({ store: true }, executor)).toMatchObject({ status: 403 });
  });

  it('accepts no thread of another agent', async () => {
    const other = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Other' } })).body.data.id;
    const thread = (await call(server, 'POST', `/api/v1/agents/${other}/threads`, { body: {} })).body.data.id;
    expect(await create({ metadata: { thread_id: thread } })).toMatchObject({ status: 404 });
  });

  it.each([
    [`answered_by = 'person'`, 'is a conversation that a person answers'],
    [`status = 'archived'`, 'is an archived thread'],
  ])('names the thread of a conversation with %s', async (state, message) => {
    const thread = (await call(server, 'POST', `/api/v1/agents/${agentId}/threads`, { body: {} })).body.data.id;
    await server.platform.database.sql.unsafe(`UPDATE threads SET ${state} WHERE id = '${thread}'`);
    const error = { message: `body.metadata.thread_id: ${message}`, type: 'invalid_request_error' };
    expect(await create({ metadata: { thread_id: thread } })).toMatchObject({
      status: 400,
      param: 'metadata.thread_id',
      error: { ...error, param: 'metadata.thread_id', code: 'invalid_value' },
    });
  });

  it.each([false, true])('passes a failure of the model on (stream: %s)', async (stream) => {
    models.reply({ status: 400, error: { message: 'no' } });
    expect(await create({ stream })).toMatchObject({ status: 500, type: 'server_error' });
  });

  it('reports a failure in the middle of a stream', async () => {
    models.reply({ text: ['a ', 'b '], tokenDelayMs: 30, streamedError: { message: 'boom' } });
    const stream = await openai.chat.completions.create({ model: 'support', messages: ask('Hi'), stream: true });
    await expect(Array.fromAsync(stream)).rejects.toMatchObject({ code: 'execution_failed' });
  });

  it('also responds to an unknown path', async () => {
    expect(
      await openai.completions.create({ model: 'support', prompt: 'x' }).catch((error: unknown) => error),
    ).toMatchObject({ status: 404, error: { message: expect.any(String), param: null } });
  });
});

describe('the AI SDK’s provider', () => {
  const provider = () =>
    createOpenAICompatible({
      name: 'portico',
      apiKey: server.apiKey,
      baseURL: `${server.url}/openai/v1`,
      includeUsage: true,
    });

  it('generates and streams a text', async () => {
    const model = provider()('support');
    const { text, finishReason } = await generateText({ model, prompt: 'Hello' });
    expect({ text, finishReason }).toEqual({ text: 'You said: Hello', finishReason: 'stop' });
    models.reply({ text: 'One two', usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } });
    const streamed = streamText({ model, system: 'Be brief.', prompt: 'Count' });
    expect((await Array.fromAsync(streamed.textStream)).join('')).toBe('One two');
    expect(await streamed.usage).toMatchObject({ inputTokens: 5, outputTokens: 2, totalTokens: 7 });
  });

  it('fails with the server’s message', async () => {
    const failing = generateText({ model: provider()('nobody'), prompt: 'Hello', maxRetries: 0 });
    await expect(failing).rejects.toThrow(
      'No active agent has the slug or id “nobody”. GET /openai/v1/models lists those that can be used.',
    );
  });
});
