import { describe, expect, it, vi } from 'vitest';
import { call, eventually, followFromNow, readEvents, type ReceivedEvent } from '../../../../test/client.ts';
import { interceptQueries } from '../../../../test/intercept-queries.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import { workflowRuns } from '../../../../test/workflow-runs.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

async function openThread(agent: Record<string, unknown> = {}): Promise<{ agentId: string; threadId: string }> {
  const made = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', ...agent } });
  expect(made.status).toBe(201);
  const thread = await call(server, 'POST', `/api/v1/agents/${made.body.data.id}/threads`);
  expect(thread.status).toBe(201);
  return { agentId: made.body.data.id, threadId: thread.body.data.id };
}

const send = async (threadId: string, body: Record<string, unknown>) =>
  call(server, 'POST', `/api/v1/threads/${threadId}/messages`, { body });
const list = async (threadId: string) => (await call(server, 'GET', `/api/v1/threads/${threadId}/messages`)).body.data;
const textOf = (events: readonly ReceivedEvent[]): string =>
  events
    .filter(({ event }) => event === 'message:delta')
    .map(({ data }) => data.content)
    .join('');

/** Streams a message's reply until `until`, and then disconnects. */
const stream = async (threadId: string, body: Record<string, unknown>, until?: (event: ReceivedEvent) => boolean) =>
  readEvents(server, `/api/v1/threads/${threadId}/messages`, {
    method: 'POST',
    body: { ...body, stream: true },
    ...(until === undefined ? {} : { until }),
  });

describe('threads (spec 2.3, 4.4, 4.5)', () => {
  it('creates a thread that is active and empty', async () => {
    const { agentId, threadId } = await openThread();
    const { status, body } = await call(server, 'GET', `/api/v1/threads/${threadId}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: threadId,
      agent_id: agentId,
      status: 'active',
      message_count: 0,
      last_message_at: null,
    });
  });

  it('returns 404 for an unknown agent, thread and message', async () => {
    expect((await call(server, 'POST', '/api/v1/agents/agt_none/threads')).body.error.details).toEqual({
      resource: 'agent',
      id: 'agt_none',
    });
    for (const [method, path] of [
      ['GET', '/api/v1/threads/thr_none'],
      ['PATCH', '/api/v1/threads/thr_none'],
      ['DELETE', '/api/v1/threads/thr_none'],
      ['GET', '/api/v1/threads/thr_none/messages'],
      ['GET', '/api/v1/threads/thr_none/events'],
      ['POST', '/api/v1/threads/thr_none/cancel'],
    ] as const) {
      const { status, body } = await call(server, method, path);
      expect([status, body.error.details]).toEqual([404, { resource: 'thread', id: 'thr_none' }]);
    }
    expect((await send('thr_none', { content: 'Hello' })).status).toBe(404);
  });

  it('lists newest first, by agent, and changes title, metadata and status', async () => {
    const { agentId, threadId } = await openThread();
    const second = await call(server, 'POST', `/api/v1/agents/${agentId}/threads`, { body: { title: 'Two' } });
    const listed = await call(server, 'GET', `/api/v1/threads?agent_id=${agentId}`);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.data.id, threadId]);
    expect(listed.body.pagination.total_count).toBe(2);
    const patch = async (body: unknown) => call(server, 'PATCH', `/api/v1/threads/${threadId}`, { body });
    await patch({ title: 'One', metadata: { a: 1, b: { c: 2 } } });
    const { body } = await patch({ metadata: { a: null, b: { d: 3 } }, status: 'archived' });
    expect(body.data).toMatchObject({ title: 'One', metadata: { b: { c: 2, d: 3 } }, status: 'archived' });
    expect((await send(threadId, { content: 'Hello' })).status).toBe(400);
    expect((await patch({ colour: 'red' })).status).toBe(400);
  });

  it('deletes a thread with its messages, stops its reply and ends its streams', async () => {
    const { threadId } = await openThread();
    model.reply({ text: Array.from({ length: 200 }, () => 'word '), tokenDelayMs: 20 });
    const asked = model.calls.length;
    const following = await followFromNow(server, `/api/v1/threads/${threadId}/events`);
    const replying = stream(threadId, { content: 'Hello' });
    await eventually(async () => (model.calls.length > asked ? true : undefined));
    const { body } = await call(server, 'DELETE', `/api/v1/threads/${threadId}`);
    expect(body.data).toEqual({ id: threadId, deleted: true });
    await Promise.all([following.events, replying]);
    expect((await call(server, 'GET', `/api/v1/threads/${threadId}`)).status).toBe(404);
    await eventually(async () => (model.calls.at(-1)?.aborted === true ? true : undefined));
    const rows = await server.platform.database.sql`SELECT 1 FROM events WHERE stream = ${threadId}`;
    expect(rows).toHaveLength(0);
  });
});

describe('messages (spec 2.4, 4.5)', () => {
  it('returns the finished reply, with usage and without tool calls', async () => {
    const { threadId } = await openThread({ system_prompt: 'Be kind.', temperature: 0.2, top_p: 0.9, max_tokens: 77 });
    model.reply({ text: 'Hello, you.', usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } });
    const { status, body } = await send(threadId, { content: 'Hello' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      thread_id: threadId,
      role: 'assistant',
      content: 'Hello, you.',
      status: 'complete',
      tool_calls: null,
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 },
      citations: [],
      attachments: [],
      feedback: null,
    });
    expect(model.calls.at(-1)?.body).toMatchObject({
      model: 'test-model',
      temperature: 0.2,
      top_p: 0.9,
      max_tokens: 77,
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hello' },
      ],
    });
    const messages = await list(threadId);
    expect(messages.map((message: { role: string; content: string }) => [message.role, message.content])).toEqual([
      ['user', 'Hello'],
      ['assistant', 'Hello, you.'],
    ]);
    expect(messages[0]).not.toHaveProperty('tool_calls');
    const thread = await call(server, 'GET', `/api/v1/threads/${threadId}`);
    expect(thread.body.data).toMatchObject({ message_count: 2, last_message_at: messages[1].created_at });
  });

  it('sends the earlier messages and the system messages to the model', async () => {
    const { threadId } = await openThread();
    await send(threadId, { content: 'First' });
    const added = await send(threadId, { role: 'system', content: 'The visitor is called Ada.' });
    expect([added.status, added.body.data.role]).toEqual([201, 'system']);
    await send(threadId, { content: 'Second' });
    expect(model.calls.at(-1)?.body['messages']).toEqual([
      { role: 'system', content: 'The visitor is called Ada.' },
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'You said: First' },
      { role: 'user', content: 'Second' },
    ]);
  });

  it.each([
    [{}, 'body.content'],
    [{ content: '' }, 'body.content'],
    [{ content: '  \n ' }, 'body.content'],
    [{ content: 7 }, 'body.content'],
    [{ content: 'Hi', role: 'assistant' }, 'body.role'],
    [{ content: 'Hi', stream: 'yes' }, 'body.stream'],
    [{ content: 'Hi', attachments: ['fil_none'] }, 'body.attachments[0]'],
    [{ content: 'Hi', role: 'system', attachments: ['fil_none'] }, 'body.attachments'],
    [{ content: 'Hi', colour: 'red' }, 'body.colour'],
  ])('refuses %j', async (body, path) => {
    const { threadId } = await openThread();
    const { status, body: answer } = await send(threadId, body);
    expect([status, answer.error.code]).toEqual([400, 'validation_error']);
    expect(answer.error.details.fields[0].path).toBe(path);
    expect(await list(threadId)).toEqual([]);
  });

  it('accepts no message for an archived agent', async () => {
    const { agentId, threadId } = await openThread();
    await call(server, 'PATCH', `/api/v1/agents/${agentId}`, { body: { status: 'archived' } });
    expect((await send(threadId, { content: 'Hello' })).status).toBe(400);
  });

  it('leaves no empty thread where a message would have opened one, but the agent is archived', async () => {
    const { agentId, threadId } = await openThread({ slug: 'retired' });
    const node = { id: 'ask', type: 'agent', config: { agent_id: agentId, message: 'Hello' } };
    const workflow = await workflowRuns(() => server).save({ nodes: [node], outputs: {} });
    await call(server, 'PATCH', `/api/v1/agents/${agentId}`, { body: { status: 'archived' } });
    const parts = [{ type: 'text', text: 'Hello' }];
    const messages = [{ role: 'user', content: 'Hello' }];
    const requests: [string, object][] = [
      [`/v1/agents/${agentId}/chat`, { message: 'Hello' }],
      [`/v1/agents/${agentId}/chat/stream`, { message: 'Hello' }],
      [`/api/v1/agents/${agentId}/ui-messages`, { id: 'new', messages: [{ id: '1', role: 'user', parts }] }],
      ['/openai/v1/chat/completions', { model: 'retired', messages, store: true }],
    ];
    for (const [path, body] of requests) {
      expect([path, (await call(server, 'POST', path, { body })).status]).toEqual([path, expect.toBeOneOf([400, 404])]);
    }
    const { reached, execute } = workflowRuns(() => server);
    expect((await reached(await execute(workflow))).error).toMatchObject({ node_id: 'ask' });
    const left = await call(server, 'GET', `/api/v1/threads?agent_id=${agentId}`);
    expect(left.body.data.map(({ id }: { id: string }) => id)).toEqual([threadId]);
  });

  it('reads attached documents once and sends images', async () => {
    const { threadId } = await openThread();
    const upload = async (bytes: string | Buffer, name: string) => {
      const form = new FormData();
      form.set('file', new Blob([bytes]), name);
      return (await call(server, 'POST', '/api/v1/files', { form })).body.data;
    };
    const notes = await upload('The launch is on Tuesday.', 'notes.txt');
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const image = await upload(pixel, 'dot.png');
    const { body } = await send(threadId, { content: 'When?', attachments: [notes.id, image.id, notes.id] });
    expect(body.data.status).toBe('complete');
    expect(model.calls.at(-1)?.body['messages']).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: 'When?\n\nAttached file "notes.txt":\n<document>\nThe launch is on Tuesday.\n</document>',
          },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel.toString('base64')}` } },
        ],
      },
    ]);
    expect((await list(threadId))[0].attachments).toMatchObject([
      { file_id: notes.id, file_name: 'notes.txt', mime_type: 'text/plain', file_size: 25 },
      { file_id: image.id, mime_type: 'image/png' },
    ]);
    await call(server, 'DELETE', `/api/v1/files/${notes.id}`);
    // The bytes of another one are lost in the storage.
    const lost = await upload(pixel, 'lost.png');
    const [row] = await server.platform.database.sql`SELECT storage_key FROM files WHERE id = ${lost.id}`;
    await server.platform.storage.remove(String(row?.['storage_key']));
    await send(threadId, { content: 'Again?', attachments: [lost.id] });
    const sent = JSON.stringify(model.calls.at(-1)?.body['messages']);
    expect(sent).toContain('notes.txt, which was deleted');
    expect(sent).toContain('lost.png, which was deleted');
  });

  it('leaves out the oldest turns when the conversation is too long', async () => {
    const { threadId } = await openThread();
    for (const word of ['alpha', 'beta', 'gamma']) {
      model.reply({ text: 'Noted.' });
      await send(threadId, { content: `${word} ${'lorem ipsum dolor '.repeat(4_000)}` });
    }
    const sent = JSON.stringify(model.calls.at(-1)?.body['messages']);
    expect(sent).toContain('gamma');
    expect(sent).not.toContain('alpha');
  });

  it('accepts feedback only on replies', async () => {
    const { threadId } = await openThread();
    const reply = (await send(threadId, { content: 'Hello' })).body.data;
    const rate = async (id: string, body: unknown) =>
      call(server, 'POST', `/api/v1/threads/${threadId}/messages/${id}/feedback`, { body });
    expect((await rate(reply.id, { rating: 'down', comment: 'Wrong.' })).body.data.feedback).toEqual({
      rating: 'down',
      comment: 'Wrong.',
    });
    expect((await list(threadId))[1].feedback.rating).toBe('down');
    expect((await rate((await list(threadId))[0].id, { rating: 'up' })).status).toBe(404);
    expect((await rate(reply.id, { rating: 'great' })).status).toBe(400);
  });

  it('regenerates the last reply and keeps the old one', async () => {
    const { threadId } = await openThread();
    model.reply({ text: 'One.' }, { text: 'Two.' });
    const first = (await send(threadId, { content: 'Hello' })).body.data;
    const again = async (id: string) => call(server, 'POST', `/api/v1/threads/${threadId}/messages/${id}/regenerate`);
    const second = (await again(first.id)).body.data;
    expect(second).toMatchObject({ content: 'Two.', role: 'assistant' });
    const messages = await list(threadId);
    expect(messages.map((message: { replaced_by: string | null }) => message.replaced_by)).toEqual([
      null,
      second.id,
      null,
    ]);
    expect(model.calls.at(-1)?.body['messages']).toEqual([{ role: 'user', content: 'Hello' }]);
    expect((await again(first.id)).status).toBe(400);
    expect((await again(messages[0].id)).status).toBe(404);
  });
});

describe('streamed replies (contract 8)', () => {
  it('reports the reply from its question to its end, numbered', async () => {
    const { threadId } = await openThread();
    model.reply({ text: ['Hel', 'lo ', 'you.'], tokenDelayMs: 60 });
    const events = await stream(threadId, { content: 'Hi' });
    const names = events.map(({ event }) => event);
    expect(names.slice(0, 2)).toEqual(['message:created', 'message:started']);
    expect(names.at(-1)).toBe('message:completed');
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(textOf(events)).toBe('Hello you.');
    const [created, started] = events;
    expect(created?.data.message).toMatchObject({ role: 'user', content: 'Hi', thread_id: threadId });
    expect(started?.data).toMatchObject({ thread_id: threadId, user_message_id: created?.data.message.id });
    expect(events.at(-1)?.data).toMatchObject({
      id: started?.data.message_id,
      content: 'Hello you.',
      role: 'assistant',
    });
    expect(events.every(({ data }) => typeof data.timestamp === 'string')).toBe(true);
  });

  it('combines deltas that arrive close together', async () => {
    const { threadId } = await openThread();
    model.reply({ text: Array.from({ length: 100 }, (_, index) => `${index} `) });
    const events = await stream(threadId, { content: 'Count' });
    expect(textOf(events)).toBe(Array.from({ length: 100 }, (_, index) => `${index} `).join(''));
    expect(events.filter(({ event }) => event === 'message:delta').length).toBeLessThan(50);
  });

  it('resumes with Last-Event-ID and the same ids, without repetitions or gaps', async () => {
    const { threadId } = await openThread();
    model.reply({ text: Array.from({ length: 20 }, (_, index) => `${index} `), tokenDelayMs: 60 });
    const before = await stream(threadId, { content: 'Count' }, ({ event }) => event === 'message:delta');
    const after = await readEvents(server, `/api/v1/threads/${threadId}/events`, {
      headers: { 'Last-Event-ID': String(before.at(-1)?.id) },
      until: ({ event }) => event === 'message:completed',
    });
    expect(after[0]).toMatchObject({ id: undefined, event: 'connected', data: { thread_id: threadId } });
    const all = [...before, ...after.slice(1)];
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1));
    expect(textOf(all)).toBe(all.at(-1)?.data.content);
    expect(all.at(-1)?.data.content).toBe(Array.from({ length: 20 }, (_, index) => `${index} `).join(''));
  });

  it('starts from now without Last-Event-ID, and refuses an Accept without event streams', async () => {
    const { threadId } = await openThread();
    await send(threadId, { content: 'Before' });
    const following = await followFromNow(server, `/api/v1/threads/${threadId}/events`, {
      until: ({ event }) => event === 'message:completed',
    });
    await send(threadId, { content: 'Now' });
    const events = await following.events;
    expect(events[1]?.data.message.content).toBe('Now');
    const { status } = await call(server, 'GET', `/api/v1/threads/${threadId}/events`, {
      headers: { Accept: 'application/json' },
    });
    expect(status).toBe(400);
  });

  it('continues without its client, and shows its text so far', async () => {
    const { threadId } = await openThread();
    const { promise: hangUntil, resolve: goOn } = Promise.withResolvers<void>();
    model.reply({ text: Array.from({ length: 20 }, (_, index) => `${index} `), hangAfter: 10, hangUntil });
    await stream(threadId, { content: 'Count' }, ({ event }) => event === 'message:delta');
    const [, half] = await list(threadId);
    expect(half).toMatchObject({ status: 'streaming', role: 'assistant' });
    expect(half.content).toMatch(/^0 /);
    goOn();
    const whole = await eventually(async () => {
      const [, reply] = await list(threadId);
      return reply.status === 'complete' ? reply : undefined;
    });
    expect(whole.content).toBe(Array.from({ length: 20 }, (_, index) => `${index} `).join(''));
  });

  it('returns the first reply again for the same client_message_id, finished or not', async () => {
    const { threadId } = await openThread();
    model.reply({ text: Array.from({ length: 10 }, (_, index) => `${index} `), tokenDelayMs: 40 });
    const body = { content: 'Count', client_message_id: 'once' };
    const [one, two] = await Promise.all([stream(threadId, body), send(threadId, body)]);
    const asked = model.calls.length;
    const three = await stream(threadId, body);
    expect(model.calls).toHaveLength(asked);
    expect(two.body.data.id).toBe(one.at(-1)?.data.id);
    expect(three).toEqual(one);
    expect(await list(threadId)).toHaveLength(2);
  });

  it('resumes the stream of a message that is sent again with Last-Event-ID', async () => {
    const { threadId } = await openThread();
    model.reply({ text: ['Hel', 'lo ', 'you.'], tokenDelayMs: 60 });
    const body = { content: 'Hi', stream: true, client_message_id: 'once' };
    const again = async (lastEventId: string) =>
      readEvents(server, `/api/v1/threads/${threadId}/messages`, {
        method: 'POST',
        headers: { 'Last-Event-ID': lastEventId },
        body,
      });
    const first = await stream(threadId, body, ({ event }) => event === 'message:delta');
    const rest = await again(String(first.at(-1)?.id));
    const all = [...first, ...rest];
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1));
    expect(textOf(all)).toBe('Hello you.');
    // Nothing is left after the last event; a larger number counts as the last one, and any other text as none.
    expect(await again(String(all.length))).toEqual([]);
    expect(await again('999999999')).toEqual([]);
    expect(await again('all')).toEqual(all);
  });

  it('writes one reply at a time, in the order of the messages', async () => {
    const { threadId } = await openThread();
    model.reply({ text: ['a ', 'b ', 'c '], tokenDelayMs: 100 }, { text: 'Second.' }, { text: 'Third.' });
    const following = readEvents(server, `/api/v1/threads/${threadId}/events`, {
      until: ({ event, data }) => event === 'message:completed' && data.content === 'Third.',
      headers: { 'Last-Event-ID': '0' },
    });
    const first = send(threadId, { content: 'One' });
    await eventually(async () => ((await list(threadId)).length === 2 ? true : undefined));
    const second = send(threadId, { content: 'Two' });
    await eventually(async () => ((await list(threadId)).length === 4 ? true : undefined));
    const third = send(threadId, { content: 'Three' });
    const answers = await Promise.all([first, second, third]);
    expect(answers.map(({ body }) => body.data.content)).toEqual(['a b c ', 'Second.', 'Third.']);
    const names = (await following).map(({ event }) => event).filter((name) => /started|completed/.test(name));
    expect(names).toEqual(Array.from({ length: 3 }, () => ['message:started', 'message:completed']).flat());
    expect(model.calls.at(-1)?.body['messages']).toMatchObject([
      { content: 'One' },
      { content: 'a b c ' },
      { content: 'Two' },
      { content: 'Second.' },
      { content: 'Three' },
    ]);
  });

  it('is stopped by a cancel, keeps its text, and lets the next one start', async () => {
    const { threadId } = await openThread();
    // It would never end by itself.
    const text = Array.from({ length: 200 }, (_, index) => `${index} `);
    model.reply({ text, tokenDelayMs: 30, hangAfter: 100 }, { text: 'Next.' });
    const cancelling = eventually(async () => {
      const [, reply] = await list(threadId);
      return reply?.content.includes('5 ') === true ? true : undefined;
    }).then(async () => {
      const next = send(threadId, { content: 'Next' });
      await eventually(async () => ((await list(threadId)).length === 4 ? true : undefined));
      const asked = model.calls.at(-1);
      const answer = await call(server, 'POST', `/api/v1/threads/${threadId}/cancel`);
      await eventually(async () => (asked?.aborted === true ? true : undefined));
      return { answer, next: await next };
    });
    const events = await stream(threadId, { content: 'Count' });
    const { answer, next } = await cancelling;
    const last = events.at(-1);
    expect(last?.event).toBe('message:cancelled');
    expect(answer.body.data).toEqual({ thread_id: threadId, message_id: last?.data.message_id, cancelled: true });
    expect(last?.data.content).toBe(textOf(events));
    const [, cut] = await list(threadId);
    expect(cut).toMatchObject({ status: 'cancelled', content: last?.data.content, usage: { estimated: true } });
    expect(cut.usage.prompt_tokens).toBeGreaterThan(0);
    expect(cut.usage.completion_tokens).toBeGreaterThan(0);
    expect(cut.usage.total_tokens).toBe(cut.usage.prompt_tokens + cut.usage.completion_tokens);
    expect(next.body.data.content).toBe('Next.');
    const none = await call(server, 'POST', `/api/v1/threads/${threadId}/cancel`);
    expect(none.body.data).toEqual({ thread_id: threadId, message_id: null, cancelled: false });
  });
});

describe('replies that fail (contract 2)', () => {
  it('is 500 execution_failed with the message when the model’s response is invalid', async () => {
    const { threadId } = await openThread();
    model.reply({ status: 400, error: { message: 'secret inner reason' } });
    const { status, body } = await send(threadId, { content: 'Hello' });
    expect([status, body.error.code]).toEqual([500, 'execution_failed']);
    expect(JSON.stringify(body)).not.toContain('secret inner reason');
    expect((await list(threadId))[1]).toMatchObject({ id: body.error.details.message_id, status: 'failed' });
  });

  it('is 503 with Retry-After when the model is overloaded, and message:failed in a stream', async () => {
    const { threadId } = await openThread();
    model.reply({ status: 429, error: { message: 'busy' }, headers: { 'retry-after': '120' } });
    const { status, body, headers } = await send(threadId, { content: 'Hello' });
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '120']);
    model.reply({ status: 429, error: { message: 'busy' }, headers: { 'retry-after': '120' } });
    const events = await stream(threadId, { content: 'Hello' });
    expect(events.at(-1)).toMatchObject({ event: 'message:failed', data: { error: { code: 'service_unavailable' } } });
  });

  it('keeps the text from before the model stopped responding', async () => {
    const { threadId } = await openThread();
    model.reply({ text: ['Half ', 'of it'], stopAfter: 2, tokenDelayMs: 20 });
    const { status } = await send(threadId, { content: 'Hello' });
    expect(status).toBeGreaterThanOrEqual(500);
    expect((await list(threadId))[1]).toMatchObject({ status: 'failed', content: 'Half ' });
  });
});

it('is deleted to its end although the deletion was interrupted', async () => {
  const { threadId } = await openThread();
  const { sql } = server.platform.database;
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at)
    SELECT 'msg_long' || n, t.workspace_id, t.id, 'user', 'A line', 'complete', now()
    FROM threads t, generate_series(1, 500) n WHERE t.id = ${threadId}`;
  const count = async () => (await sql`SELECT 1 FROM messages WHERE thread_id = ${threadId}`).length;
  let steps = 0;
  const restore = interceptQueries(server.platform.database, (text, run) => {
    if (!text.includes('DELETE FROM messages')) return run();
    steps += 1;
    return steps === 1 ? run() : Promise.reject(new Error('died'));
  });
  const { status } = await call(server, 'DELETE', `/api/v1/threads/${threadId}`);
  restore();
  expect([status, await count()]).toEqual([500, 300]);
  await expect
    .poll(async () => (await call(server, 'GET', `/api/v1/threads/${threadId}`)).status, { timeout: 30_000 })
    .toBe(404);
  expect(await count()).toBe(0);
}, 60_000);

it('is deleted without a job if it is short and has no files', async () => {
  const { threadId } = await openThread();
  await send(threadId, { content: 'Hi' });
  await eventually(async () => (await list(threadId)).at(-1)?.status === 'complete' || undefined);
  const requested = vi.spyOn(server.platform.queue, 'enqueue');
  expect((await call(server, 'DELETE', `/api/v1/threads/${threadId}`)).status).toBe(200);
  expect(requested).not.toHaveBeenCalled();
  requested.mockRestore();
  expect((await call(server, 'GET', `/api/v1/threads/${threadId}`)).status).toBe(404);
});
