import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  eventually,
  followFromNow,
  readEvents,
  type ReceivedEvent,
  type TestAnswer,
} from '../../../../test/client.ts';
import { createOutage, interceptQueries } from '../../../../test/intercept-queries.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { useClock } from '../../../../test/clock.ts';
import { type OpenChat, openChat, type TestVisit, visitChat } from '../../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let model: ModelServer;
let server: ServerUnderTest;
const clock = useClock();
beforeAll(async () => {
  model = await startModelServer();
  server = await startServer({ OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'test-model' });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

async function openSession(settings: object = {}, agent: object = {}): Promise<OpenChat> {
  const made = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', ...agent } });
  return openChat(server, { agent_id: made.body.data.id, ...settings });
}

const say = async (session: TestVisit, content: string, more: Record<string, unknown> = {}) =>
  session.send('POST', '/messages', { content, ...more });
const stream = async (session: TestVisit, content: string, until?: (event: ReceivedEvent) => boolean) =>
  readEvents(server, `${session.path}/messages`, {
    method: 'POST',
    key: null,
    headers: session.headers,
    body: { content },
    ...(until === undefined ? {} : { until }),
  });
const follow = async (session: TestVisit, until: (event: ReceivedEvent) => boolean, lastEventId?: string) =>
  readEvents(server, `${session.path}/events`, {
    key: null,
    headers: { ...session.headers, ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }) },
    until,
  });
const isEnd = ({ event }: ReceivedEvent): boolean => /^message:(completed|failed|cancelled)$/.test(event);
const textOf = (events: readonly ReceivedEvent[]): string =>
  events
    .filter(({ event }) => event === 'message:delta')
    .map(({ data }) => data.content)
    .join('');

async function upload(
  session: TestVisit,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<TestAnswer> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return call(server, 'POST', `${session.path}/upload`, { key: null, form, headers: session.headers });
}

describe('a message', () => {
  test('that is sent again continues its stream after Last-Event-ID', async () => {
    const session = await openSession();
    model.reply({ text: 'Good morning.' });
    const send = async (headers: Record<string, string> = {}) =>
      readEvents(server, `${session.path}/messages`, {
        method: 'POST',
        key: null,
        headers: { ...session.headers, ...headers },
        body: { content: 'Hello', clientMessageId: 'c-1' },
      });
    const all = await send();
    expect(all.length).toBeGreaterThan(2);
    expect(await send({ 'Last-Event-ID': '2' })).toEqual(all.slice(2));
  });

  test('returns the finished reply, in camelCase and without token counts', async () => {
    const session = await openSession();
    model.reply({ text: 'Good morning.' });
    const { status, body } = await say(session, 'Hello', { clientMessageId: 'c-1' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      role: 'assistant',
      content: 'Good morning.',
      status: 'complete',
      threadId: session.threadId,
      toolCalls: null,
      citations: [],
      feedback: null,
      replacedBy: null,
      followUps: [],
    });
    expect(body.data).not.toHaveProperty('usage');
    const again = await say(session, 'Hello', { clientMessageId: 'c-1' });
    expect(again.body.data.id).toBe(body.data.id);
    const { data } = (await session.send('GET', '/messages')).body;
    expect(data.map(({ role, content }: Record<string, unknown>) => [role, content])).toEqual([
      ['user', 'Hello'],
      ['assistant', 'Good morning.'],
    ]);
    expect(data[0].clientMessageId).toBe('c-1');
    expect(data[0]).not.toHaveProperty('toolCalls');
  });

  test('streams its reply, and the session’s own stream has the same events under the same ids', async () => {
    const session = await openSession();
    model.reply({ text: 'One two three four.' });
    const live = await followFromNow(server, `${session.path}/events`, {
      key: null,
      headers: session.headers,
      until: isEnd,
    });
    const events = await stream(session, 'Count');
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['message:created', 'message:started', 'message:delta', 'message:completed']),
    );
    expect(textOf(events)).toBe('One two three four.');
    expect(events.at(-1)?.data).not.toHaveProperty('usage');
    const [connected, ...rest] = await live.events;
    expect(connected?.event).toBe('connected');
    expect(rest).toEqual(events);
    expect(await follow(session, isEnd, '0')).toEqual([{ ...connected, data: expect.anything() }, ...events]);
    const middle = events[2]?.id ?? 0;
    const resumed = await follow(session, isEnd, String(middle));
    expect(resumed.slice(1)).toEqual(events.filter(({ id }) => (id ?? 0) > middle));
  });

  test('of the system, internal tool calls and hidden citations are never shown to the visitor', async () => {
    const session = await openSession(
      { behaviour: { show_tool_calls: false, show_citations: false } },
      {
        tools: [{ type: 'builtin', name: 'current_time' }],
      },
    );
    const system = { role: 'system', content: 'SECRET-CONTEXT' };
    expect((await call(server, 'POST', `/api/v1/threads/${session.threadId}/messages`, { body: system })).status).toBe(
      201,
    );
    model.reply({ toolCalls: [{ id: 'call-1', name: 'current_time', arguments: {} }] }, { text: 'It is noon.' });
    const events = await stream(session, 'What time is it?');
    expect(textOf(events)).toBe('It is noon.');
    const seen = JSON.stringify([
      events,
      (await session.send('GET', '/messages')).body,
      await follow(session, isEnd, '0'),
      (
        await call(server, 'POST', session.sessions, {
          key: null,
          body: { resume: session.headers.Authorization.slice('Bearer '.length) },
        })
      ).body,
    ]);
    expect(seen).not.toContain('SECRET-CONTEXT');
    expect(seen).not.toContain('current_time');
    expect(seen).not.toContain('tool_call"');
    expect(seen).not.toContain('prompt_tokens');
    const shown = await call(server, 'GET', `/api/v1/threads/${session.threadId}/messages`);
    expect(JSON.stringify(shown.body)).toContain('current_time');
  });

  test('shows tool calls with show_tool_calls', async () => {
    const session = await openSession(
      { behaviour: { show_tool_calls: true } },
      {
        tools: [{ type: 'builtin', name: 'current_time' }],
      },
    );
    model.reply({ toolCalls: [{ id: 'call-1', name: 'current_time', arguments: {} }] }, { text: 'It is noon.' });
    const events = await stream(session, 'What time is it?');
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['message:tool_call', 'message:tool_result']),
    );
    const { data } = (await session.send('GET', '/messages')).body;
    expect(data.at(-1).toolCalls).toMatchObject([{ name: 'current_time' }]);
  });

  test('outlives its connection; resuming returns the whole reply without repetitions', async () => {
    const session = await openSession();
    model.reply({ text: 'a b c d e f g h i j', tokenDelayMs: 60 });
    const part = await stream(session, 'Slowly', ({ event }) => event === 'message:delta');
    const rest = await follow(session, isEnd, String(part.at(-1)?.id));
    expect(textOf([...part, ...rest])).toBe('a b c d e f g h i j');
  });

  test('is not waited for with wait: false, and arrives on the stream of the session', async () => {
    const session = await openSession();
    model.reply({ text: 'First.' }, { text: 'Second.' });
    const sent = await say(session, 'Hello', { wait: false });
    expect([sent.status, sent.body.data]).toEqual([200, null]);
    const first = (await follow(session, isEnd, '0')).at(-1);
    expect(first?.data.content).toBe('First.');
    const again = await session.send('POST', `/messages/${first?.data.id}/regenerate`, { wait: false });
    expect([again.status, again.body.data]).toEqual([200, null]);
    expect((await follow(session, isEnd, String(first?.id))).at(-1)?.data.content).toBe('Second.');
    const wrong = await say(session, 'Hello', { wait: 'no' });
    expect([wrong.status, wrong.body.error.details.fields[0].path]).toEqual([400, 'body.wait']);
  });

  test('is stopped by cancel, which keeps the text so far', async () => {
    const session = await openSession();
    // It would never end by itself.
    model.reply({ text: 'one two three four five six seven eight', hangAfter: 4 });
    const events = stream(session, 'Slowly');
    await eventually(async () =>
      (await session.send('GET', '/messages')).body.data.at(-1)?.status === 'streaming' ? true : undefined,
    );
    const stopped = await session.send('POST', '/cancel');
    expect(stopped.body.data.cancelled).toBe(true);
    expect((await events).at(-1)?.event).toBe('message:cancelled');
    const { data } = (await session.send('GET', '/messages')).body;
    expect(data.at(-1)).toMatchObject({ id: stopped.body.data.messageId, status: 'cancelled' });
    expect((await session.send('POST', '/cancel')).body.data).toEqual({ messageId: null, cancelled: false });
  });

  test('can be regenerated, and rated', async () => {
    const session = await openSession();
    model.reply({ text: 'First.' }, { text: 'Second.' });
    const first = (await say(session, 'Hello')).body.data;
    const second = await session.send('POST', `/messages/${first.id}/regenerate`);
    expect(second.body.data.content).toBe('Second.');
    const { data } = (await session.send('GET', '/messages')).body;
    const old = data.find(({ id }: { id: string }) => id === first.id);
    expect(old.replacedBy).toBe(second.body.data.id);
    expect((await session.send('POST', '/messages/msg_none/regenerate')).status).toBe(404);
    const replaced = await session.send('POST', `/messages/${first.id}/regenerate`);
    expect(replaced.body.error.details.fields).toMatchObject([{ path: 'params.message', code: 'not_last_reply' }]);
    const rated = await session.send('POST', `/messages/${second.body.data.id}/feedback`, {
      rating: 'down',
      comment: 'no',
    });
    expect(rated.body.data.feedback).toEqual({ rating: 'down', comment: 'no' });
    expect((await session.send('POST', `/messages/${second.body.data.id}/feedback`, { rating: 'meh' })).status).toBe(
      400,
    );
  });

  test('of another visitor is inaccessible', async () => {
    const mine = await openSession();
    const theirs = await visitChat(server, mine);
    model.reply({ text: 'Theirs.' });
    const reply = (await say(theirs, 'Hello')).body.data;
    expect((await mine.send('POST', `/messages/${reply.id}/regenerate`)).status).toBe(404);
    expect((await mine.send('POST', `/messages/${reply.id}/feedback`, { rating: 'up' })).status).toBe(404);
    expect((await mine.send('GET', `/messages?before=${reply.id}`)).status).toBe(400);
    const file = (await upload(theirs, 'note.txt', 'secret')).body.data;
    const refused = await say(mine, 'Look', { attachments: [file.fileId] });
    expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, 'body.attachments[0]']);
  });

  test('pages backwards by message id', async () => {
    const session = await openSession();
    for (const content of ['1', '2', '3']) await say(session, content);
    const contents = (answer: TestAnswer) => answer.body.data.map(({ content }: { content: string }) => content);
    const newest = await session.send('GET', '/messages?limit=2');
    expect(contents(newest)).toEqual(['3', 'You said: 3']);
    const earlier = await session.send('GET', `/messages?limit=3&before=${newest.body.data[0].id}`);
    expect(contents(earlier)).toEqual(['You said: 1', '2', 'You said: 2']);
    expect((await session.send('GET', '/messages?limit=101')).status).toBe(400);
  });

  test('must not be blank or too long', async () => {
    const session = await openSession();
    for (const content of ['', '   ', '\u200b\u2060', 7, 'x'.repeat(32_001)]) {
      expect((await session.send('POST', '/messages', { content })).status).toBe(400);
    }
  });
});

describe('a file', () => {
  const open = async (address: string): Promise<string> =>
    (await fetch(new URL(address).href.replace(/^.*?\/files/, `${server.url}/files`))).text();

  test('is accepted by its content, within the interface’s rules, and attached to a message', async () => {
    const session = await openSession({
      uploads: { max_files: 1, max_file_size_mb: 0.001, allowed_types: ['text/plain', '.png'] },
    });
    const kept = await upload(session, 'note.txt', 'The code word is heron.');
    expect(kept.status).toBe(201);
    expect(kept.body.data).toMatchObject({ fileName: 'note.txt', mimeType: 'text/plain', fileSize: 23 });
    expect(await open(kept.body.data.downloadUrl)).toBe('The code word is heron.');
    const program = new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]);
    expect((await upload(session, 'note.txt', program)).status).toBe(400);
    expect((await upload(session, 'note.md', '# Title')).status).toBe(400);
    const large = await upload(session, 'large.txt', 'x'.repeat(1049));
    expect([large.status, large.body.error.details.limit_bytes]).toEqual([400, 1048]);
    expect((await upload(session, 'exact.txt', 'x'.repeat(1048))).status).toBe(201);
    const { fileId } = kept.body.data;
    expect((await say(session, 'Two', { attachments: [fileId, fileId] })).status).toBe(400);
    const reply = await say(session, 'What is the code word?', { attachments: [fileId] });
    expect(reply.status).toBe(200);
    expect(JSON.stringify(model.calls.at(-1)?.body)).toContain('heron');
    const [asked] = (await session.send('GET', '/messages')).body.data;
    expect(asked.attachments).toEqual([{ fileId, fileName: 'note.txt', mimeType: 'text/plain', fileSize: 23 }]);
    const files = await server.platform.database.sql`SELECT 1 FROM files WHERE owner = ${session.threadId}`;
    expect(files).toHaveLength(2);
  });

  test('that is attached twice is attached once', async () => {
    const session = await openSession({ uploads: { enabled: true } });
    const { fileId } = (await upload(session, 'note.txt', 'The code word is heron.')).body.data;
    expect((await say(session, 'Look', { attachments: [fileId, fileId] })).status).toBe(200);
    const [asked] = (await session.send('GET', '/messages')).body.data;
    expect(asked.attachments).toMatchObject([{ fileId }]);
  });

  test('can be sent again if the database is away when it is looked up', async () => {
    const session = await openSession({ uploads: { enabled: true } });
    const { fileId } = (await upload(session, 'note.txt', 'The code word is heron.')).body.data;
    const restore = interceptQueries(server.platform.database, (text, run) => {
      if (text.includes('FROM files WHERE')) throw createOutage();
      return run();
    });
    const lost = await say(session, 'Look', { attachments: [fileId] }).finally(restore);
    expect([lost.status, lost.body.error.code]).toEqual([503, 'service_unavailable']);
    expect((await say(session, 'Look', { attachments: [fileId] })).status).toBe(200);
  });

  test('of a member can be opened by the visitor', async () => {
    const session = await openSession();
    await say(session, 'Is there a map?');
    const form = new FormData();
    form.append('file', new Blob(['A map.']), 'map.txt');
    const file = (await call(server, 'POST', '/api/v1/files', { form })).body.data;
    const conversation = `/api/v1/conversations/${session.conversationId}`;
    expect((await call(server, 'POST', `${conversation}/accept`)).status).toBe(200);
    const body = { content: 'Here it is.', attachments: [file.id] };
    expect((await call(server, 'POST', `${conversation}/messages`, { body })).status).toBe(201);
    const answer = (await session.send('GET', '/messages')).body.data.at(-1);
    expect(answer).toMatchObject({ content: 'Here it is.', attachments: [{ fileName: 'map.txt' }] });
    expect(await open(answer.attachments[0].downloadUrl)).toBe('A map.');
  });

  test('is refused if the interface accepts none', async () => {
    const session = await openSession({ uploads: { enabled: false } });
    expect((await upload(session, 'note.txt', 'x')).status).toBe(400);
  });
});

describe('limits (contract section 4)', () => {
  test('10 sessions a minute for each address, 20 messages for each session, 10 uploads', async () => {
    const session = await openSession({ limits: { messages_per_minute: 1000 } });
    clock.toNextMinute();
    const opened = await Promise.all(
      Array.from({ length: 12 }, async () => call(server, 'POST', session.sessions, { key: null, body: {} })),
    );
    expect(opened.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = opened.find(({ status }) => status === 429);
    expect(refused?.body.error).toMatchObject({
      code: 'rate_limit_exceeded',
      details: { limit: 10, window: 'minute' },
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);

    clock.toNextMinute();
    const sent = [];
    for (let i = 0; i < 22; i += 1) sent.push((await say(session, `m${i}`)).status);
    expect(sent).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
    const uploads = await Promise.all(Array.from({ length: 12 }, async (_, i) => upload(session, `${i}.txt`, `${i}`)));
    expect(uploads.filter(({ status }) => status === 201)).toHaveLength(10);
  });

  test('of the interface itself: messages and credits per day', async () => {
    const daily = await openSession({ limits: { daily_messages: 2 } });
    expect([(await say(daily, '1')).status, (await say(daily, '2')).status]).toEqual([200, 200]);
    const over = await say(daily, '3');
    expect([over.status, over.body.error.details.window]).toEqual([429, 'day']);

    const strict = await openSession({ limits: { daily_messages: 2 } });
    const reply = (await say(strict, '1')).body.data;
    const { agent_id: agent } = (await call(server, 'GET', `/api/v1/chat-interfaces/${strict.id}`)).body.data;
    const setStatus = async (status: string) => call(server, 'PATCH', `/api/v1/agents/${agent}`, { body: { status } });
    // Requests that are refused for another reason are not counted.
    expect((await strict.send('POST', '/messages/msg_none/regenerate')).status).toBe(404);
    await setStatus('archived');
    const path = `/messages/${reply.id}/regenerate`;
    expect([(await say(strict, '2')).status, (await strict.send('POST', path)).status]).toEqual([400, 400]);
    await setStatus('active');
    expect((await strict.send('POST', path)).status).toBe(200);
    const last = await say(strict, '3');
    expect([last.status, last.body.error.details.window]).toEqual([429, 'day']);
    const { data: chats } = (await call(server, 'GET', '/api/v1/chat-interfaces')).body;
    const chat = chats.find(({ id }: { id: string }) => id === strict.id);
    // The reply that was written again counts too.
    expect([chat.stats, chat.messages_today]).toEqual([{ sessions: 1, messages: 1 }, 2]);

    const costly = await openSession({ limits: { daily_credits: 0.5 } });
    model.reply({ text: 'Dear.', usage: { prompt_tokens: 500, completion_tokens: 100, total_tokens: 600 } });
    expect((await say(costly, '1')).status).toBe(200);
    await eventually(async () => {
      const [row] = await server.platform.database.sql<{ spent: number; reserved: number }[]>`
        SELECT spent, reserved FROM interface_credits WHERE interface_id = ${costly.id}`;
      if (row === undefined || row.reserved > 0) return undefined;
      return expect(row.spent).toBeCloseTo(0.6) ?? true;
    });
    const spent = await say(costly, '2');
    expect([spent.status, spent.body.error.details]).toMatchObject([429, { limit: 0.5, window: 'day' }]);
  });

  test('do not count what a daily cap refuses for the minute, but for the day of the address', async () => {
    const session = await openSession({ limits: { daily_messages: 1, session_messages_per_minute: 3 } });
    clock.toNextMinute();
    const reply = await say(session, '1');
    const left = ({ headers }: TestAnswer, window = '') => Number(headers.get(`x-ratelimit-remaining${window}`));
    expect([reply.status, left(reply)]).toEqual([200, 2]);
    const again = { trigger: 'regenerate-message', messages: [] };
    const refused = [
      await say(session, '2'),
      await call(server, 'POST', `${session.path}/messages`, {
        key: null,
        headers: { ...session.headers, Accept: 'text/event-stream' },
        body: { content: '3' },
      }),
      await session.send('POST', `/messages/${reply.body.data.id}/regenerate`),
      await session.send('POST', '/ui-messages', { id: session.sessionId, ...again }),
    ];
    expect(refused.map((answer) => [answer.status, left(answer)])).toEqual(refused.map(() => [429, 2]));
    expect(refused.map((answer) => left(answer, '-day'))).toEqual([1, 2, 3, 4].map((n) => left(reply, '-day') - n));
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${session.id}`, {
      body: { limits: { daily_messages: 9 } },
    });
    const last = [await say(session, '4'), await say(session, '5'), await say(session, '6')];
    expect(last.map((answer) => [answer.status, left(answer)])).toEqual([
      [200, 1],
      [200, 0],
      [429, 0],
    ]);
    expect(last[2]?.body.error.details.window).toBe('minute');
  });
});
