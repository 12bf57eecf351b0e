import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { openChat } from '../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let models: ModelServer;
let server: ServerUnderTest;
let agentId: string;

beforeAll(async () => {
  models = await startModelServer();
  server = await startServer({ OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test', DEFAULT_MODEL: 'gpt-4o' });
  agentId = await createAgent({ tools: [{ type: 'builtin', name: 'current_time' }] });
});
afterAll(async () => {
  await server.close();
  await models.close();
});

const createAgent = async (more: object = {}): Promise<string> =>
  (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', ...more } })).body.data.id;

/** `useChat` without React: its transport and its stream reader. */
class Chat {
  readonly id: string;
  readonly #transport: DefaultChatTransport<UIMessage>;
  messages: UIMessage[] = [];

  constructor(path: string, id: string, headers: Record<string, string>) {
    this.id = id;
    this.#transport = new DefaultChatTransport({ api: server.url + path, headers, body: { unknown: 1 } });
  }

  async send(text: string, id = `m-${this.messages.length}`): Promise<UIMessage | undefined> {
    this.messages.push({ id, role: 'user', parts: [{ type: 'text', text }] });
    return this.read(await this.open('submit-message'));
  }

  async open(trigger: 'submit-message' | 'regenerate-message', signal?: AbortSignal) {
    return this.#transport.sendMessages({
      chatId: this.id,
      messages: this.messages,
      trigger,
      messageId: undefined,
      abortSignal: signal,
    });
  }

  async resume(): Promise<ReadableStream<UIMessageChunk> | null> {
    return this.#transport.reconnectToStream({ chatId: this.id });
  }

  async read(stream: ReadableStream<UIMessageChunk>): Promise<UIMessage | undefined> {
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message;
    if (last !== undefined) this.messages = [...this.messages.filter(({ id }) => id !== last.id), last];
    return last;
  }
}

const chatWith = (id: string, agent = agentId) =>
  new Chat(`/api/v1/agents/${agent}/ui-messages`, id, { 'X-API-Key': server.apiKey });
const metadataOf = (message: UIMessage | undefined) => (message?.metadata ?? {}) as { threadId: string };
const textOf = (message: UIMessage | undefined) =>
  message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** The texts of the thread that a message belongs to. */
async function readTexts(message: UIMessage | undefined): Promise<string[]> {
  const { data } = (await call(server, 'GET', `/api/v1/threads/${metadataOf(message).threadId}/messages`)).body;
  return data.map(({ content }: { content: string }) => content);
}

async function openVisitorChat(behaviour: object = {}, agent = agentId) {
  const visit = await openChat(server, { agent_id: agent, behaviour });
  return { ...visit, chat: new Chat(`${visit.path}/ui-messages`, visit.sessionId, { ...visit.headers }) };
}

describe('an API client', () => {
  it('streams a reply as a UI message, in the thread with the given id', async () => {
    const chat = chatWith('my-chat');
    const message = await chat.send('Hello');
    expect(message).toMatchObject({ role: 'assistant', id: expect.stringMatching(/^msg_/) });
    expect(textOf(message)).toBe('You said: Hello');
    expect(message?.metadata).toMatchObject({
      threadId: expect.stringMatching(/^thr_/),
      createdAt: expect.any(String),
      usage: { totalTokens: expect.any(Number) },
    });
    await chat.send('Again');
    expect(models.calls.at(-1)?.body).toMatchObject({
      messages: expect.arrayContaining([
        { role: 'user', content: 'Hello' },
        { role: 'user', content: 'Again' },
      ]),
    });
    const { threadId } = metadataOf(message);
    const byId = chatWith(threadId);
    await byId.send('By its id', 'third');
    const { data } = (await call(server, 'GET', `/api/v1/threads/${threadId}/messages`)).body;
    expect(data).toHaveLength(6);
  });

  it('sends the protocol’s header', async () => {
    const response = await fetch(`${server.url}/api/v1/agents/${agentId}/ui-messages`, {
      method: 'POST',
      headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: 'raw', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] }),
    });
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect(text).toMatch(/^data: \{"type":"start","messageId":"msg_/m);
    expect(text.trimEnd()).toMatch(/data: \[DONE\]$/);
    expect(text).not.toContain('event:');
  });

  it('shows tools and the text around them', async () => {
    models.reply({ text: 'Let me look.', toolCalls: [{ name: 'current_time', arguments: {} }] });
    const message = await chatWith('tools').send('What time is it?');
    const parts = message?.parts.filter(({ type }) => type !== 'step-start');
    expect(parts).toMatchObject([
      { type: 'text', text: 'Let me look.', state: 'done' },
      { type: 'dynamic-tool', toolName: 'current_time', state: 'output-available', input: {}, output: { ok: true } },
      { type: 'text', state: 'done' },
    ]);
  });

  it('attaches to the first reply if the same message is sent again', async () => {
    const chat = chatWith('twice');
    const first = await chat.send('Once', 'same');
    const second = await chatWith('twice').send('Once', 'same');
    expect(second?.id).toBe(first?.id);
  });

  it('regenerates the last reply', async () => {
    const chat = chatWith('again');
    const first = await chat.send('Hello');
    models.reply({ text: 'Another way' });
    const second = await chat.read(await chat.open('regenerate-message'));
    expect(textOf(second)).toBe('Another way');
    expect(second?.id).not.toBe(first?.id);
    await expect(chatWith('nothing').open('regenerate-message')).rejects.toThrow('Thread not found');
  });

  it('regenerates the last reply even if the last message is one that it does not have', async () => {
    const chat = chatWith('unknown question');
    const first = await chat.send('Hello');
    chat.messages.push({ id: 'unknown', role: 'user', parts: [{ type: 'text', text: 'Never sent' }] });
    models.reply({ text: 'Another way' });
    await chat.read(await chat.open('regenerate-message'));
    expect(await readTexts(first)).toEqual(['Hello', 'You said: Hello', 'Another way']);
  });

  it('adds a message that replaces an earlier one', async () => {
    const first = await chatWith('edited').send('First', 'q');
    const messages = [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Edited' }] }];
    const body = { id: 'edited', messageId: 'q', messages };
    expect((await call(server, 'POST', `/api/v1/agents/${agentId}/ui-messages`, { body })).status).toBe(200);
    expect(await readTexts(first)).toEqual(['First', 'You said: First', 'Edited', 'You said: Edited']);
  });

  it('resumes from the start, and only a reply in progress', async () => {
    const chat = chatWith('resume');
    expect(await chat.resume()).toBeNull();
    models.reply({ text: 'one two three four five six seven eight', tokenDelayMs: 60 });
    chat.messages.push({ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Count' }] });
    const left = new AbortController();
    const reader = (await chat.open('submit-message', left.signal)).getReader();
    for (let chunk = await reader.read(); chunk.value?.type !== 'text-delta'; chunk = await reader.read());
    await expect(chat.open('regenerate-message')).rejects.toThrow('body.trigger: the reply is still being written');
    left.abort();
    const resumed = await chat.resume();
    if (resumed === null) throw new Error('nothing is running');
    const message = await chat.read(resumed);
    expect(textOf(message)).toBe('one two three four five six seven eight');
    expect(await chat.resume()).toBeNull();
  });

  it('gets errors in the protocol’s format', async () => {
    models.reply({ status: 400, error: { message: 'no' } });
    await expect(chatWith('failing').send('Hello')).rejects.toThrow(/model/i);
  });

  it('ends with abort if the reply is cancelled', async () => {
    models.reply({ text: Array.from({ length: 100 }, () => 'word '), tokenDelayMs: 50 });
    const chat = chatWith('cancelled');
    chat.messages.push({ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Talk' }] });
    const chunks: UIMessageChunk[] = [];
    let isCancelled = false;
    for await (const chunk of await chat.open('submit-message')) {
      chunks.push(chunk);
      if (chunk.type !== 'text-delta' || isCancelled) continue;
      isCancelled = true;
      const { threadId } = chunks.flatMap((one) => (one.type === 'start' ? [one.messageMetadata] : []))[0] as {
        threadId: string;
      };
      await call(server, 'POST', `/api/v1/threads/${threadId}/cancel`);
    }
    expect(chunks.at(-1)).toMatchObject({ type: 'abort' });
  });

  it('refuses invalid requests', async () => {
    const post = async (body: object, path = agentId, key = server.apiKey) =>
      call(server, 'POST', `/api/v1/agents/${path}/ui-messages`, { body, key });
    const user = { id: 'x', role: 'user', parts: [{ type: 'text', text: 'Hi' }] };
    expect((await post({ id: '', messages: [user] })).status).toBe(400);
    expect((await post({ id: 'x'.repeat(129), messages: [user] })).status).toBe(400);
    expect((await post({ id: 'c', messages: [] })).status).toBe(400);
    expect((await post({ id: 'c', messages: [{ ...user, parts: [{ type: 'file', url: 'data:,x' }] }] })).status).toBe(
      400,
    );
    expect((await post({ id: 'c', messages: [{ ...user, parts: [{ type: 'text', text: ' ' }] }] })).status).toBe(400);
    expect((await post({ id: 'c', messages: [user] }, 'agt_unknown')).status).toBe(404);
    const other = await createAgent();
    await chatWith('taken', other).send('Mine');
    expect((await post({ id: 'taken', messages: [user] })).status).toBe(404);
    const name = { name: 'Narrow', scopes: ['agents:execute'] };
    const { key } = (await call(server, 'POST', '/api/v1/api-keys', { body: name })).body.data;
    expect((await post({ id: 'c', messages: [user] }, agentId, key)).status).toBe(403);
  });
});

describe('a visitor', () => {
  it('chats, regenerates and resumes with the session’s token', async () => {
    const { chat, sessionId, path, send } = await openVisitorChat();
    expect(textOf(await chat.send('Hello'))).toBe('You said: Hello');
    models.reply({ text: 'Once more' });
    expect(textOf(await chat.read(await chat.open('regenerate-message')))).toBe('Once more');
    expect(await chat.resume()).toBeNull();
    const { data } = (await send('GET', '/messages')).body;
    expect(data.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'assistant']);
    models.reply({ text: 'one two three four five', tokenDelayMs: 60 });
    chat.messages.push({ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Count' }] });
    const left = new AbortController();
    await chat.open('submit-message', left.signal);
    left.abort();
    const resumed = await eventually(async () => (await chat.resume()) ?? undefined);
    expect(textOf(await chat.read(resumed))).toBe('one two three four five');
    const foreign = await send('GET', '/ui-messages/cs_other/stream');
    expect(foreign.status).toBe(404);
    const wrong = { Authorization: 'Bearer pst_wrong' };
    const refused = await call(server, 'GET', `${path}/ui-messages/${sessionId}/stream`, {
      key: null,
      headers: wrong,
    });
    expect(refused.status).toBe(401);
  });

  it('sees tools and usage only as far as the interface shows them', async () => {
    models.reply({ toolCalls: [{ name: 'current_time', arguments: {} }] }, { text: 'Noon.' });
    const hidden = await (await openVisitorChat({ show_tool_calls: false })).chat.send('Time?');
    expect(hidden?.parts.map(({ type }) => type)).toEqual(['step-start', 'text']);
    expect(hidden?.metadata).not.toHaveProperty('usage');
    models.reply({ toolCalls: [{ name: 'current_time', arguments: {} }] }, { text: 'Noon.' });
    const shown = await (await openVisitorChat({ show_tool_calls: true })).chat.send('Time?');
    expect(shown?.parts.map(({ type }) => type)).toEqual(['step-start', 'dynamic-tool', 'text']);
  });

  it('gets sources', async () => {
    const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Handbook' } })).body.data.id;
    const body = { name: 'delivery.md', text: '# Delivery\n\nA parcel takes two working days to Oslo.' };
    const documents = `/api/v1/knowledge-bases/${base}/documents`;
    const added = (await call(server, 'POST', documents, { body })).body.data;
    await eventually(async () => {
      const { data } = (await call(server, 'GET', `${documents}/${added.id}`)).body;
      return data.status === 'ready' ? true : undefined;
    });
    const agent = await createAgent({ knowledge_base_ids: [base], model: 'portico-extractive' });
    const { chat } = await openVisitorChat({ show_citations: true }, agent);
    const message = await chat.send('How long does a parcel take to Oslo?');
    expect(message?.parts).toContainEqual(
      expect.objectContaining({ type: 'source-document', title: expect.any(String), filename: 'delivery.md' }),
    );
  });
});
