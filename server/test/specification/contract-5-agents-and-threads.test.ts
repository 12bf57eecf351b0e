import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../client.ts';
import { expectError, expectInvalid } from './fields.ts';
import { type Body, fileForm, useWorld } from './world.ts';

const world = useWorld();

describe('Contract 5 Agent', () => {
  it('create needs name; the rest has defaults', async () => {
    expectInvalid(await world.api('POST', '/agents', { body: {} }), 'body.name');
    expect(await world.make('/agents', { name: 'A' })).toMatchObject({
      name: 'A',
      description: '',
      system_prompt: '',
      temperature: 0.7,
      max_tokens: 1_024,
      model: 'double',
      status: 'active',
      top_p: null,
      knowledge_base_ids: [],
      tools: [],
      available_tools: [],
      max_steps: 10,
    });
  });
  it.each([
    [{ max_steps: 0 }, 'body.max_steps'],
    [{ max_steps: 51 }, 'body.max_steps'],
    [{ temperature: 2.1 }, 'body.temperature'],
    [{ top_p: 0 }, 'body.top_p'],
    [{ status: 'away' }, 'body.status'],
    [{ knowledge_base_ids: ['kb_nope'] }, 'body.knowledge_base_ids[0]'],
  ])('refuses %j', async (fields, path) => {
    expectInvalid(await world.api('POST', '/agents', { body: { name: 'A', ...fields } }), path);
  });
  it.each([1, 50])('max_steps %i', async (max_steps) => {
    expect((await world.make('/agents', { name: 'A', max_steps })).max_steps).toBe(max_steps);
  });

  describe('Tool', () => {
    const tools: [string, () => object | Promise<object>, string][] = [
      [
        'http',
        () => ({
          name: 'ask',
          description: 'Asks',
          parameters: {},
          request: { method: 'GET', url: 'https://a.example/' },
        }),
        'ask',
      ],
      [
        'workflow',
        async () => {
          const definition = { nodes: [{ id: 'say', type: 'template', config: { text: 'x' } }] };
          const { id } = await world.make('/workflows', { name: 'W', definition });
          return { name: 'run', description: 'Runs', workflow_id: id };
        },
        'run',
      ],
      [
        'knowledge',
        async () => ({
          name: 'look',
          description: 'Looks',
          knowledge_base_id: (await world.make('/knowledge-bases', { name: 'K' })).id,
        }),
        'look',
      ],
      ['builtin', () => ({ name: 'fetch_url' }), 'fetch_url'],
      ['builtin', () => ({ name: 'current_time' }), 'current_time'],
    ];
    it.each(tools)('%s; available_tools is its read-only {name, description} view', async (type, fields, name) => {
      const tool = { type, ...(await fields()) };
      const agent = await world.make('/agents', { name: 'A', tools: [tool] });
      expect(agent.tools).toMatchObject([tool]);
      expect(agent.available_tools).toEqual([{ name, description: expect.any(String) }]);
      const written = await world.api('PATCH', `/agents/${agent.id}`, { body: { available_tools: [] } });
      expectInvalid(written, 'body.available_tools');
    });
    it('mcp', async () => {
      const tool = { type: 'mcp', url: 'https://mcp.example.com/', headers: { Authorization: 'x' }, allow: ['a'] };
      expect((await world.make('/agents', { name: 'A', tools: [tool] })).tools).toEqual([tool]);
    });
    it('no other type', async () => {
      const answer = await world.api('POST', '/agents', {
        body: { name: 'A', tools: [{ type: 'shell', name: 'rm' }] },
      });
      expectError(answer, 400, 'validation_error');
      expect(answer.body.error.details.fields[0].path).toMatch(/^body\.tools\[0\]/);
    });
  });
});

describe('Contract 5 Thread', () => {
  it('GET /api/v1/threads?agent_id= lists', async () => {
    const thread = await world.thread();
    await world.thread();
    const found = await world.get(`/threads?agent_id=${thread.agent_id}`);
    expect(found.map(({ id }: Body) => id)).toEqual([thread.id]);
  });
  it('PATCH /api/v1/threads/:id {title?, metadata?, status?}', async () => {
    const { id } = await world.thread();
    const body = { title: 'Tea', metadata: { cups: 2 }, status: 'archived' };
    expect((await world.api('PATCH', `/threads/${id}`, { body })).body.data).toMatchObject(body);
    expectInvalid(await world.api('PATCH', `/threads/${id}`, { body: { status: 'gone' } }), 'body.status');
  });
  it('last_message_at is null while empty', async () => {
    const { id } = await world.thread();
    expect(await world.get(`/threads/${id}`)).toMatchObject({ last_message_at: null, message_count: 0 });
  });
  it('GET /api/v1/threads/:id/events is the thread’s live SSE', async () => {
    const { id } = await world.thread();
    const live = await world.follow(`/threads/${id}/events`, { until: ({ event }) => event === 'message:completed' });
    await world.make(`/threads/${id}/messages`, { content: 'Hi' });
    const events = (await live.events).map(({ event }) => event);
    expect([...new Set(events)]).toEqual([
      'connected',
      'message:created',
      'message:started',
      'message:delta',
      'message:completed',
    ]);
  });
});

describe('Contract 5 Message', () => {
  let thread: Body;
  beforeAll(async () => {
    thread = await world.thread();
  });
  const send = async (body: object, id: string = thread.id) => world.api('POST', `/threads/${id}/messages`, { body });

  it('role system adds context and gets no reply (201)', async () => {
    const { id } = await world.thread();
    const { status, body } = await send({ role: 'system', content: 'She is called Ada.' }, id);
    expect([status, body.data.role]).toEqual([201, 'system']);
    expect(await world.get(`/threads/${id}/messages`)).toHaveLength(1);
    await send({ content: 'Who am I?' }, id);
    expect(JSON.stringify(world.model.calls.at(-1)?.body['messages'])).toContain('She is called Ada.');
  });
  it('one assistant message for each reply: all calls of all steps in order, the text of all steps', async () => {
    const { id } = await world.thread({ tools: [{ type: 'builtin', name: 'current_time' }] });
    const call_ = (timezone: string) => ({ name: 'current_time', arguments: { timezone } });
    world.model.reply(
      { text: 'One.', toolCalls: [call_('Europe/Oslo'), call_('Asia/Tokyo')] },
      { text: 'Two.', toolCalls: [call_('America/Lima')] },
      { text: 'Three.' },
    );
    const { data } = (await send({ content: 'Times?' }, id)).body;
    expect(data.content).toBe('One.\n\nTwo.\n\nThree.');
    expect(data.tool_calls.map((one: Body) => one.arguments.timezone)).toEqual([
      'Europe/Oslo',
      'Asia/Tokyo',
      'America/Lima',
    ]);
    expect(new Set(data.tool_calls.map((one: Body) => one.id)).size).toBe(3);
    expect(await world.get(`/threads/${id}/messages`)).toHaveLength(2);
  });
  it('Blank content is 400', async () => {
    expectInvalid(await send({ content: ' \n ' }), 'body.content');
  });
  it('status: complete', async () => {
    expect((await send({ content: 'Hi' })).body.data.status).toBe('complete');
  });
  it('status: failed', async () => {
    const { id } = await world.thread();
    world.model.reply({ status: 400, error: { message: 'no' } });
    await send({ content: 'Hi' }, id);
    expect((await world.get(`/threads/${id}/messages`))[1].status).toBe('failed');
  });

  describe('citations [{chunk_id, document_id, document_name, score, quote}]', () => {
    it('are the passages used from the agent’s knowledge bases, which are searched for every message', async () => {
      const { id: base } = await world.make('/knowledge-bases', { name: 'K' });
      const documents = `/knowledge-bases/${base}/documents`;
      const { id: document } = await world.make(documents, { name: 'h.md', text: 'The library opens at nine.' });
      await world.until(`${documents}/${document}`, 'ready');
      const { id } = await world.thread({ knowledge_base_ids: [base] });
      world.model.reply({ text: 'At nine [1].' });
      const { data } = (await send({ content: 'When does the library open?' }, id)).body;
      expect(data.citations).toEqual([
        {
          chunk_id: expect.stringMatching(/^chk_/),
          document_id: document,
          document_name: 'h.md',
          score: expect.any(Number),
          quote: expect.stringContaining('opens at nine'),
          title: 'h.md',
          url: null,
          heading: null,
        },
      ]);
    });
  });

  it('attachments: file_id[] → [{file_id, file_name, mime_type, file_size}]', async () => {
    const { id } = await world.thread();
    const file = (await world.api('POST', '/files', { form: fileForm('a.txt', 'Launch: Tuesday.') })).body.data;
    expect((await send({ content: 'When?', attachments: [file.id] }, id)).status).toBe(200);
    const [question] = await world.get(`/threads/${id}/messages`);
    expect(question.attachments).toEqual([
      { file_id: file.id, file_name: 'a.txt', mime_type: 'text/plain', file_size: 16 },
    ]);
    expect(JSON.stringify(world.model.calls.at(-1)?.body['messages'])).toContain('Launch: Tuesday.');
    expectInvalid(await send({ content: 'When?', attachments: ['fil_nope'] }, id), 'body.attachments[0]');
  });
  it('client_message_id: repeating an id returns the first reply again', async () => {
    const { id } = await world.thread();
    const body = { content: 'Hi', client_message_id: 'mine-1' };
    const first = (await send(body, id)).body.data;
    expect((await send(body, id)).body.data).toEqual(first);
    expect(await world.get(`/threads/${id}/messages`)).toMatchObject([{ client_message_id: 'mine-1' }, {}]);
  });
  it('feedback {rating: up|down, comment?}', async () => {
    const reply = (await send({ content: 'Hi' })).body.data;
    const rate = async (body: object) =>
      world.api('POST', `/threads/${thread.id}/messages/${reply.id}/feedback`, { body });
    const feedback = { rating: 'down', comment: 'Too short' };
    expect((await rate(feedback)).body.data.feedback).toEqual(feedback);
    expectInvalid(await rate({ rating: 'fine' }), 'body.rating');
  });

  it('POST /api/v1/threads/:id/cancel stops the reply in progress and keeps its text so far', async () => {
    const { id } = await world.thread();
    world.model.reply({ text: Array.from({ length: 200 }, (_, index) => `${index} `), tokenDelayMs: 50 });
    const stream = world.events(`/threads/${id}/messages`, {
      method: 'POST',
      body: { content: 'Count', stream: true },
    });
    await world.events(`/threads/${id}/events`, {
      headers: { 'Last-Event-ID': '0' },
      until: ({ event }) => event === 'message:delta',
    });
    const { body } = await world.api('POST', `/threads/${id}/cancel`);
    const [, reply] = await world.get(`/threads/${id}/messages`);
    expect(body.data).toEqual({ thread_id: id, message_id: reply.id, cancelled: true });
    expect(reply).toMatchObject({
      status: 'cancelled',
      content: expect.stringMatching(/^0 /),
      usage: { estimated: true },
    });
    expect((await stream).at(-1)).toMatchObject({ event: 'message:cancelled', data: { content: reply.content } });
    expect((await world.api('POST', `/threads/${id}/cancel`)).body.data.cancelled).toBe(false);
  });
  it('One reply at a time in a thread, in the order of the messages', async () => {
    const { id } = await world.thread();
    world.model.reply({ text: 'First.', delayMs: 400 }, { text: 'Second.' });
    const first = send({ content: 'One' }, id);
    await eventually(async () => ((await world.get(`/threads/${id}/messages`)).length === 2 ? true : undefined));
    const second = send({ content: 'Two' }, id);
    expect([(await first).body.data.content, (await second).body.data.content]).toEqual(['First.', 'Second.']);
  });
});
