import { io, type Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, readEvents, type ReceivedEvent } from '../client.ts';
import { expectInvalid } from './fields.ts';
import { makeChat } from './interfaces.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();
const time = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);
const words = Array.from({ length: 40 }, (_, index) => `${index} `);

describe('Contract 8 Replies: one vocabulary for SSE and socket.io', () => {
  const stream = async (id: string, content = 'Hi', more: object = {}) =>
    world.events(`/threads/${id}/messages`, { method: 'POST', body: { content, stream: true, ...more } });
  const of = (events: ReceivedEvent[], name: string) => events.filter(({ event }) => event === name);

  describe('POST /threads/:id/messages {stream: true}', () => {
    let thread: Body;
    let events: ReceivedEvent[];
    let reply: Body;
    let question: Body;
    beforeAll(async () => {
      const { id: base } = await world.make('/knowledge-bases', { name: 'K' });
      const documents = `/knowledge-bases/${base}/documents`;
      const { id: document } = await world.make(documents, { name: 'h.md', text: 'The library opens at nine.' });
      await world.until(`${documents}/${document}`, 'ready');
      thread = await world.thread({ knowledge_base_ids: [base], tools: [{ type: 'builtin', name: 'current_time' }] });
      const arguments_ = { timezone: 'Europe/Oslo' };
      world.model.reply({ toolCalls: [{ name: 'current_time', arguments: arguments_ }] }, { text: 'At nine [1].' });
      events = await stream(thread.id, 'When does the library open?');
      [question, reply] = await world.get(`/threads/${thread.id}/messages`);
    });

    it('message:created {message} announces each user message', () => {
      expect(of(events, 'message:created').map(({ data }) => data)).toEqual([{ message: question, timestamp: time }]);
    });
    it('message:started {thread_id, message_id, user_message_id}', () => {
      expect(of(events, 'message:started').map(({ data }) => data)).toEqual([
        { thread_id: thread.id, message_id: reply.id, user_message_id: question.id, timestamp: time },
      ]);
    });
    it('message:delta {message_id, content}', () => {
      const deltas = of(events, 'message:delta').map(({ data }) => data);
      for (const delta of deltas) {
        expect(delta).toEqual({ message_id: reply.id, content: expect.any(String), timestamp: time });
      }
      expect(deltas.map(({ content }) => content).join('')).toBe(reply.content);
    });
    it('message:tool_call {message_id, id, name, arguments}', () => {
      const [call] = reply.tool_calls;
      expect(of(events, 'message:tool_call').map(({ data }) => data)).toEqual([
        {
          message_id: reply.id,
          id: call.id,
          name: 'current_time',
          arguments: { timezone: 'Europe/Oslo' },
          timestamp: time,
        },
      ]);
    });
    it('message:tool_result {message_id, id, name, ok, duration_ms}', () => {
      const [call] = reply.tool_calls;
      expect(of(events, 'message:tool_result').map(({ data }) => data)).toEqual([
        {
          message_id: reply.id,
          id: call.id,
          name: 'current_time',
          ok: true,
          duration_ms: expect.any(Number),
          timestamp: time,
        },
      ]);
    });
    it('message:citation {…}', () => {
      expect(of(events, 'message:citation').map(({ data }) => data)).toEqual(
        reply.citations.map((citation: object) => ({ message_id: reply.id, ...citation, timestamp: time })),
      );
      expect(reply.citations).toHaveLength(1);
    });
    it('message:completed (the whole message of spec 2.4)', () => {
      expect(of(events, 'message:completed').map(({ data }) => data)).toEqual([{ ...reply, timestamp: time }]);
      expect(events.at(-1)?.event).toBe('message:completed');
    });
    it('message:failed {message_id, error}', async () => {
      const { id } = await world.thread();
      world.model.reply({ status: 400, error: { message: 'inner' } });
      const last = (await stream(id)).at(-1);
      const [, failed] = await world.get(`/threads/${id}/messages`);
      const error = { code: 'execution_failed', message: expect.any(String) };
      expect(last).toMatchObject({ event: 'message:failed' });
      expect(last?.data).toEqual({ message_id: failed.id, error, timestamp: time });
      expect(JSON.stringify(last)).not.toContain('inner');
    });
    it('message:cancelled {message_id, content}; only cancel stops it, and stops the model call', async () => {
      const { id } = await world.thread();
      // It would never end by itself.
      world.model.reply({ text: words, hangAfter: 20 });
      const streaming = stream(id);
      await readEvents(world.server, `/api/v1/threads/${id}/events`, {
        headers: { 'Last-Event-ID': '0' },
        until: ({ event }) => event === 'message:delta',
      });
      await world.make(`/threads/${id}/cancel`);
      const last = (await streaming).at(-1);
      const [, cancelled] = await world.get(`/threads/${id}/messages`);
      expect(last?.event).toBe('message:cancelled');
      expect(last?.data).toEqual({ message_id: cancelled.id, content: cancelled.content, timestamp: time });
      await eventually(async () => world.model.calls.at(-1)?.aborted || undefined);
    });
    it('Ids number the events of the thread', async () => {
      const { id } = await world.thread();
      const first = await stream(id);
      const second = await stream(id);
      expect([...first, ...second].map((event) => event.id)).toEqual(
        [...first, ...second].map((_, index) => index + 1),
      );
    });
  });

  describe('every stream of it resumes from any of them', () => {
    it('by Last-Event-ID, without repetitions or gaps', async () => {
      const { id } = await world.thread();
      const told = await stream(id);
      for (const seen of [0, 2, told.length - 1]) {
        const rest = await world.events(`/threads/${id}/events`, {
          headers: { 'Last-Event-ID': String(seen) },
          until: ({ event }) => event === 'message:completed',
        });
        expect(rest[0]?.event).toBe('connected');
        expect(rest.slice(1)).toEqual(told.slice(seen));
      }
    });
    it('a client that disconnects does not stop it, and gets the missed events when it returns', async () => {
      const { id } = await world.thread();
      world.model.reply({ text: words, tokenDelayMs: 20 });
      const before = await world.events(`/threads/${id}/messages`, {
        method: 'POST',
        body: { content: 'Count', stream: true },
        until: ({ event }) => event === 'message:delta',
      });
      const after = await world.events(`/threads/${id}/events`, {
        headers: { 'Last-Event-ID': String(before.at(-1)?.id) },
        until: ({ event }) => event === 'message:completed',
      });
      const deltas = of([...before, ...after], 'message:delta').map(({ data }) => data.content);
      expect(deltas.join('')).toBe(words.join(''));
    });
    it('without Last-Event-ID a thread stream starts from now', async () => {
      const { id } = await world.thread();
      await stream(id, 'Before');
      const live = await world.follow(`/threads/${id}/events`, { until: ({ event }) => event === 'message:completed' });
      await stream(id, 'After');
      expect(JSON.stringify(await live.events)).not.toContain('Before');
    });
    it('an Accept that excludes text/event-stream is 400', async () => {
      const { id } = await world.thread();
      const headers = { Accept: 'application/json' };
      expectInvalid(await world.api('GET', `/threads/${id}/events`, { headers }), 'headers.accept');
    });
  });

  it('Deltas may be joined for up to 50 ms: fifty quick words are fewer events, and none is lost', async () => {
    const { id } = await world.thread();
    world.model.reply({ text: words });
    const deltas = of(await stream(id), 'message:delta');
    expect(deltas.length).toBeLessThan(words.length);
    expect(deltas.map(({ data }) => data.content).join('')).toBe(words.join(''));
  });

  describe('The same events, the same ids, come', () => {
    async function listen(socket: Socket): Promise<{ name: string; data: Body }[]> {
      const heard: { name: string; data: Body }[] = [];
      socket.onAny((name: string, data: Body) => heard.push({ name, data }));
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', resolve);
        socket.on('connect_error', reject);
      });
      return heard;
    }
    const compare = (events: ReceivedEvent[], heard: { name: string; data: Body }[]) => {
      const told = heard.filter(({ name }) => name.startsWith('message:'));
      expect(told.map(({ name, data: { event_id: id, ...data } }) => ({ id, event: name, data }))).toEqual(events);
    };

    it('on GET /threads/:id/events', async () => {
      const { id } = await world.thread();
      const events = await stream(id);
      const followed = await world.events(`/threads/${id}/events`, {
        headers: { 'Last-Event-ID': '0' },
        until: ({ event }) => event === 'message:completed',
      });
      expect(followed.slice(1)).toEqual(events);
    });
    it('over socket.io on /threads with an API key, with event_id in the payload', async () => {
      const { id } = await world.thread();
      const auth = { api_key: world.server.apiKey };
      const socket = io(`${world.server.url}/threads`, { auth, transports: ['websocket'] });
      const heard = await listen(socket);
      const subscribed: unknown = await socket.emitWithAck('subscribe', { thread_id: id });
      expect(subscribed).toEqual({ ok: true });
      const events = await stream(id);
      await eventually(async () => heard.some(({ name }) => name === 'message:completed') || undefined);
      socket.close();
      compare(events, heard);
    });
    it('over socket.io on /chat with a session token, and on the public session’s events', async () => {
      const chat = await makeChat(world);
      const { id, token, threadId } = await world.post(`${chat.base}/sessions`, {}, { key: null });
      const headers = { Authorization: `Bearer ${token}` };
      const socket = io(`${world.server.url}/chat`, { auth: { token }, transports: ['websocket'] });
      const heard = await listen(socket);
      const until = ({ event }: ReceivedEvent) => event === 'message:completed';
      const events = await readEvents(world.server, `${chat.base}/sessions/${id}/messages`, {
        method: 'POST',
        key: null,
        headers,
        body: { content: 'Hi' },
      });
      await eventually(async () => heard.some(({ name }) => name === 'message:completed') || undefined);
      socket.close();
      compare(events, heard);
      const options = { key: null, headers: { ...headers, 'Last-Event-ID': '0' }, until };
      const session = await readEvents(world.server, `${chat.base}/sessions/${id}/events`, options);
      expect(session.filter(({ event }) => event !== 'connected')).toEqual(events);
      expect(threadId).toMatch(/^thr_/);
    });
  });

  it('Older stream: start {messageId, threadId}, delta {content}, done {messageId, threadId, response, usage}', async () => {
    const { id } = await world.agent();
    const request = { method: 'POST', body: { message: 'Hi' } };
    const events = await readEvents(world.server, `/v1/agents/${id}/chat/stream`, request);
    expect(events.map(({ event, data }) => [event, Object.keys(data).toSorted()])).toEqual([
      ['start', ['messageId', 'threadId']],
      ...events.slice(1, -1).map(() => ['delta', ['content']]),
      ['done', ['messageId', 'response', 'threadId', 'usage']],
    ]);
  });
  it('Event payloads are snake_case everywhere except the older stream', async () => {
    const { id } = await world.thread();
    const names = JSON.stringify(await stream(id)).match(/"(\w+)":/g) ?? [];
    expect(names.filter((name) => /[A-Z]/.test(name))).toEqual([]);
  });
});
