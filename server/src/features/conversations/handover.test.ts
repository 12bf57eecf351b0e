import { describe, expect, test, vi } from 'vitest';
import {
  call,
  eventually,
  followFromNow,
  readEvents,
  type ReceivedEvent,
  type TestAnswer,
} from '../../../test/client.ts';
import { endWaiting } from './handover/request-handover.ts';
import { type OpenChat, openChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

const visit = async (handover: object = {}, begin: object = {}, agent: object = {}, settings: object = {}) => {
  const made = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', ...agent } });
  const answering = { agent_id: made.body.data.id, handover: { enabled: true, ...handover } };
  return openChat(server, { ...answering, ...settings }, begin);
};
const say = async ({ send }: OpenChat, content: string) => send('POST', '/messages', { content });
const ask = async ({ send }: OpenChat, body: object = {}) => send('POST', '/handover', body);
const act = async ({ conversationId }: OpenChat, name: string, body: unknown = {}): Promise<TestAnswer> =>
  call(server, 'POST', `/api/v1/conversations/${conversationId}/${name}`, { body });
const get = async ({ conversationId }: OpenChat) =>
  (await call(server, 'GET', `/api/v1/conversations/${conversationId}`)).body.data;
const listen = async (until: (event: ReceivedEvent) => boolean, headers = {}) =>
  followFromNow(server, '/api/v1/conversations/events', { until, headers });
/** Makes every wait time out. */
async function passTime(): Promise<void> {
  await server.platform.database.sql`UPDATE conversations SET timeout_at = now() WHERE timeout_at IS NOT NULL`;
  await endWaiting(server.platform);
}

describe('a visitor asks for a person', () => {
  test('even before the first message, which starts the conversation', async () => {
    const visitor = await visit();
    const asked = await ask(visitor, { reason: 'A refund' });
    expect(asked).toMatchObject({ status: 200, body: { data: { status: 'waiting' } } });
    const waiting = await get(visitor);
    expect(waiting).toMatchObject({
      status: 'waiting',
      handover: { reason: 'A refund', summary: null, requested_by: 'visitor' },
      last_message: null,
      unread_count: 0,
    });
    expect(waiting.waiting_since).toEqual(expect.any(String));
    await ask(visitor, { reason: 'Again' });
    expect(await get(visitor)).toEqual(waiting);
  });

  test('and the agent is silent while they wait, unless it is set to continue', async () => {
    const quiet = await visit();
    await ask(quiet);
    expect((await say(quiet, 'Hello?')).body.data).toBeNull();
    const helpful = await visit({ bot_while_waiting: true });
    await ask(helpful);
    expect((await say(helpful, 'Hello?')).body.data.content).toBe('You said: Hello?');
    await act(helpful, 'accept');
    expect((await say(helpful, 'Hello?')).body.data).toBeNull();
  });

  test('which makes the last reply unsure, also after a thumbs-up, but no earlier one', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const last = (await say(visitor, 'I want my money back')).body.data;
    const outcomes = async () => {
      const { data } = (await call(server, 'GET', `/api/v1/threads/${visitor.threadId}/messages`)).body;
      return data.flatMap(({ outcome }: { outcome: string | null }) => outcome ?? []);
    };
    expect(await outcomes()).toEqual(['answered', 'answered']);
    await ask(visitor);
    expect(await outcomes()).toEqual(['answered', 'unsure']);
    const { body } = await call(server, 'GET', `/api/v1/threads/${visitor.threadId}`);
    expect(body.data.outcome).toBe('unsure');
    await visitor.send('POST', `/messages/${last.id}/feedback`, { rating: 'up' });
    expect(await outcomes()).toEqual(['answered', 'unsure']);
  });

  test('which is refused if the interface does not allow it, and starts no conversation', async () => {
    const visitor = await visit({ enabled: false });
    expect((await ask(visitor)).status).toBe(400);
    const { body } = await call(server, 'GET', `/api/v1/conversations?interface_id=${visitor.id}`);
    expect(body.data).toEqual([]);
    const { events } = await listen(({ event }) => event === 'conversation:message');
    await say(visitor, 'Hello');
    const seen = (await events).filter(({ data }) => JSON.stringify(data).includes(visitor.conversationId));
    expect(seen.map(({ event }) => event)).toEqual(['conversation:created', 'conversation:message']);
  });

  test('and is found by the name that they gave before the chat', async () => {
    const fields = [{ name: 'name', label: 'Name', type: 'text', required: true }];
    const settings = { pre_chat: { enabled: true, fields } };
    const visitor = await visit({}, { preChat: { name: 'Odalys Brook' } }, {}, settings);
    await ask(visitor);
    const found = await call(server, 'GET', '/api/v1/conversations?q=odalys');
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([visitor.conversationId]);
  });

  test('and sees the away message after the timeout, in their language, and the agent answers again', async () => {
    const visitor = await visit({}, { locale: 'de-CH' });
    await ask(visitor);
    const { waiting_since: since } = await get(visitor);
    await passTime();
    expect(await get(visitor)).toMatchObject({ status: 'bot', waiting_since: since });
    const listed = async (query: string) => {
      const path = `/api/v1/conversations?interface_id=${visitor.id}&${query}`;
      const { data, pagination } = (await call(server, 'GET', path)).body;
      expect(pagination.total_count).toBe(data.length);
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await listed('status=waiting')).toEqual([]);
    // The team finds whom it has missed, until somebody has read.
    expect([await listed('waiting=true'), await listed('waiting=false')]).toEqual([[visitor.conversationId], []]);
    const { data } = (await visitor.send('GET', '/messages')).body;
    expect(data).toMatchObject([{ role: 'assistant', author: { type: 'system' } }]);
    expect(data[0].content).toMatch(/^Gerade ist niemand da/);
    expect((await say(visitor, 'Gut')).body.data.content).toBe('You said: Gut');
    await act(visitor, 'read');
    expect((await get(visitor)).waiting_since).toBeNull();
    expect([await listed('waiting=true'), await listed('waiting=false')]).toEqual([[], [visitor.conversationId]]);
    const blank = await visit({ away_message: '' }, { locale: 'de' });
    await ask(blank);
    await passTime();
    expect((await blank.send('GET', '/messages')).body.data[0].content).toMatch(/^Gerade ist niemand da/);
    const own = await visit({ away_message: 'We are at lunch.' });
    await ask(own);
    await passTime();
    expect((await own.send('GET', '/messages')).body.data[0].content).toBe('We are at lunch.');
    const texts = {
      pt: { away_message: 'Estamos a almoçar.' },
      'pt-BR': { away_message: 'Estamos almoçando.' },
      de: { away_message: ' ' },
    };
    for (const [locale, text] of [
      ['pt-BR', 'Estamos almoçando.'],
      ['pt-PT', 'Estamos a almoçar.'],
      ['fr', 'We are at lunch.'],
      ['de', 'We are at lunch.'],
    ] as const) {
      const spoken = await visit({ away_message: 'We are at lunch.' }, { locale }, {}, { texts });
      await ask(spoken);
      await passTime();
      expect((await spoken.send('GET', '/messages')).body.data[0].content).toBe(text);
    }
  });

  test('and sees it immediately outside business hours', async () => {
    const hours = { timezone: 'Europe/Berlin', business_hours: { intervals: [], dates_off: [] } };
    await call(server, 'PATCH', '/api/v1/workspace', { body: hours });
    const visitor = await visit({ hours: 'business' });
    expect((await ask(visitor)).body.data).toEqual({ status: 'bot', available: false });
    const away = await get(visitor);
    expect(away).toMatchObject({ status: 'bot', waiting_since: expect.any(String) });
    expect((await visitor.send('GET', '/messages')).body.data).toHaveLength(1);
    await ask(visitor);
    expect(await get(visitor)).toMatchObject({ status: 'bot', waiting_since: away.waiting_since });
    await call(server, 'PATCH', '/api/v1/workspace', { body: { business_hours: null } });
  });

  test('a later handover does not restart the wait that nobody has read, but its timeout', async () => {
    const visitor = await visit();
    await ask(visitor, { reason: 'A refund' });
    const { waiting_since: since } = await get(visitor);
    await passTime();
    await ask(visitor, { reason: 'Still a refund' });
    expect(await get(visitor)).toMatchObject({
      status: 'waiting',
      waiting_since: since,
      handover: { reason: 'Still a refund' },
    });
    await endWaiting(server.platform);
    expect((await get(visitor)).status).toBe('waiting');
    await passTime();
    await act(visitor, 'read');
    await ask(visitor);
    expect((await get(visitor)).waiting_since > since).toBe(true);
  });

  test('accepting ends the wait and its timeout', async () => {
    const visitor = await visit();
    await ask(visitor);
    expect((await act(visitor, 'accept')).body.data).toMatchObject({ status: 'human', waiting_since: null });
    await passTime();
    expect((await get(visitor)).status).toBe('human');
    const face = await call(server, 'GET', `/api/public/chat-interfaces/${visitor.slug}`, { key: null });
    expect(face.body.data.handover).toMatchObject({ enabled: true, available: true });
    const returned = await visit();
    await ask(returned);
    expect((await act(returned, 'return')).body.data).toMatchObject({ status: 'bot', waiting_since: null });
    expect((await act(visitor, 'close')).body.data.handover).toBeNull();
  });
});

describe('the agent asks for a person', () => {
  test('with a tool that is offered automatically, and finishes its sentence first', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    model.reply(
      {
        text: 'One moment.',
        toolCalls: [{ name: 'request_handover', arguments: { reason: 'Refund', summary: 'Wants money back.' } }],
      },
      { text: 'A person will come.' },
    );
    const { body } = await say(visitor, 'I want my money back');
    expect(body.data).toMatchObject({ status: 'complete', content: 'One moment.\n\nA person will come.' });
    expect(await get(visitor)).toMatchObject({
      status: 'waiting',
      handover: { reason: 'Refund', summary: 'Wants money back.', requested_by: 'agent' },
    });
    const tools = model.calls.at(-1)?.body['tools'] as { function: { name: string } }[];
    expect(tools.map(({ function: { name } }) => name)).toEqual(['request_handover']);
    const { data } = (await call(server, 'GET', `/api/v1/threads/${visitor.threadId}/messages`)).body;
    expect(data.at(-1).outcome).toBe('unsure');
    expect((await say(visitor, 'Hello?')).body.data).toBeNull();
  });

  test('only where handing over is enabled', async () => {
    const visitor = await visit({ enabled: false });
    await say(visitor, 'Hello');
    model.reply(
      { toolCalls: [{ name: 'request_handover', arguments: { reason: 'x', summary: 'y' } }] },
      { text: 'Done.' },
    );
    await say(visitor, 'Person?');
    expect((await get(visitor)).status).toBe('bot');
    expect(model.calls.at(-1)?.body['tools']).toBeUndefined();
  });

  test.each([
    ['en', 'Can I talk to a human please?'],
    ['en', 'I want to speak with a real person'],
    ['en', 'human please'],
    ['de', 'Ich möchte mit einem Menschen sprechen.'],
    ['de', 'Kann ich bitte mit einem Mitarbeiter reden?'],
    ['fr', 'Je voudrais parler à un conseiller.'],
    ['fr', 'Puis-je parler à une vraie personne ?'],
    ['es', 'Quiero hablar con una persona.'],
    ['es', '¿Puedo hablar con un agente?'],
    ['pt', 'Quero falar com um atendente.'],
    ['pt', 'Gostaria de falar com uma pessoa real.'],
    ['ja', '担当者と話したいです。'],
    ['ja', '人と話せますか？'],
    ['zh', '我要转人工'],
    ['zh', '请帮我联系人工客服。'],
    ['ar', 'أريد التحدث إلى شخص حقيقي'],
    ['ar', 'هل يمكنني التحدث مع موظف؟ أريد التحدث مع موظف'],
    ['he', 'אני רוצה לדבר עם נציג'],
    ['he', 'אפשר לדבר עם בן אדם?'],
  ])('the built-in model does so on a plain request (%s: %s)', async (_, wish) => {
    const visitor = await visit({}, {}, { model: 'portico-extractive' });
    await say(visitor, 'Hello');
    const { body } = await say(visitor, wish);
    expect(body.data.content.length).toBeGreaterThan(5);
    expect(await get(visitor)).toMatchObject({ status: 'waiting', handover: { reason: wish, requested_by: 'agent' } });
  });

  test('and not on other questions', async () => {
    const visitor = await visit({}, {}, { model: 'portico-extractive' });
    await say(visitor, 'Hello');
    for (const question of [
      'How many people work in your support team?',
      'What is the capital of a person’s account?',
      'Wie viele Menschen arbeiten bei Ihnen?',
      'Combien de personnes travaillent chez vous ?',
      '¿Cuántas personas trabajan aquí?',
      'When do agents of the library open the doors?',
    ]) {
      await say(visitor, question);
      expect((await get(visitor)).status, question).toBe('bot');
    }
  });
});

describe('the workspace’s stream', () => {
  test('sends what happens, and resumes from any of its events', async () => {
    const visitor = await visit();
    const { events } = await listen(({ event }) => event === 'conversation:note');
    await say(visitor, 'Hello');
    await act(visitor, 'accept');
    await act(visitor, 'messages', { content: 'Hi!' });
    await act(visitor, 'notes', { content: 'Noted.' });
    const seen = (await events).filter(({ data }) => JSON.stringify(data).includes(visitor.conversationId));
    expect(seen.map(({ event, data }) => [event, data.conversation?.status ?? data.message?.author.type])).toEqual([
      ['conversation:created', 'bot'],
      ['conversation:message', 'visitor'],
      ['conversation:message', 'agent'],
      ['conversation:updated', 'bot'],
      ['conversation:updated', 'human'],
      ['conversation:message', 'member'],
      ['conversation:updated', 'human'],
      ['conversation:note', undefined],
    ]);
    const third = seen[2];
    const again = await readEvents(server, '/api/v1/conversations/events', {
      headers: { 'Last-Event-ID': String(third?.id) },
      until: ({ event }) => event === 'conversation:note',
    });
    const ours = again.filter(({ data }) => JSON.stringify(data).includes(visitor.conversationId));
    expect(ours).toEqual(seen.slice(3));
  });

  test('deletes the events of a deleted conversation', async () => {
    const visitor = await visit();
    await say(visitor, 'A very private matter');
    const { events } = await listen(({ event }) => event === 'conversation:deleted');
    await visitor.send('DELETE', '');
    expect((await events).at(-1)?.data).toMatchObject({ conversation_id: visitor.conversationId });
    const all = await readEvents(server, '/api/v1/conversations/events', {
      headers: { 'Last-Event-ID': '0' },
      until: ({ event, data }) => event === 'conversation:deleted' && data.conversation_id === visitor.conversationId,
    });
    expect(JSON.stringify(all)).not.toContain('private matter');
  });

  test('announces a deletion after everything else that its transaction locks', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const { append } = server.platform.events;
    const threadId = visitor.threadId;
    // A transaction that adds a message locks the thread first, and the stream of the workspace last.
    const left: number[] = [];
    vi.spyOn(server.platform.events, 'append').mockImplementation(async (tx, stream, news) => {
      const rows = await tx`SELECT 1 FROM threads WHERE id = ${threadId}`;
      if (news.some(({ event }) => event === 'conversation:deleted')) left.push(rows.length);
      return append(tx, stream, news);
    });
    expect((await call(server, 'DELETE', `/api/v1/threads/${threadId}`)).status).toBe(200);
    expect(left).toEqual([0]);
  });

  test('shows typing in both directions, without an id and without storing it', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const team = await listen(({ event }) => event === 'conversation:typing');
    const own = await followFromNow(server, `${visitor.path}/events`, {
      key: null,
      headers: visitor.headers,
      until: ({ event }) => event === 'typing',
    });
    expect((await visitor.send('POST', '/typing')).status).toBe(204);
    expect((await team.events).at(-1)).toMatchObject({
      id: undefined,
      data: { conversation_id: visitor.conversationId, author: { type: 'visitor' } },
    });
    expect((await act(visitor, 'typing')).status).toBe(204);
    const typing = (await own.events).at(-1);
    expect(typing).toMatchObject({ id: undefined, event: 'typing', data: { author: { type: 'member' } } });
    expect(typing?.data.author).not.toHaveProperty('id');
  });

  test('shows where the visitor is, and what the site says about them', async () => {
    const visitor = await visit();
    const change = async (body: object) => visitor.send('PATCH', '', body);
    await change({ locale: 'fr' });
    await say(visitor, 'Hello');
    const { events } = await listen(
      ({ event, data }) => event === 'conversation:updated' && data.conversation.visitor.metadata.step === 2,
    );
    const { updated_at: before } = await get(visitor);
    const visited = [1, 1, 1, 2] as const;
    for (const [index, step] of visited.entries()) {
      // The team doesn't see the title.
      const page = { url: `https://harbor.example/${step}`, title: `Boats ${index}` };
      expect((await change({ page, metadata: { step }, locale: 'de' })).status).toBe(200);
    }
    const seen = (await events)
      .filter(({ event, data }) => event === 'conversation:updated' && data.conversation.id === visitor.conversationId)
      .map(({ data }) => data.conversation);
    expect(seen).toMatchObject([
      { page_url: 'https://harbor.example/1', visitor: { locale: 'de', metadata: { step: 1 } }, updated_at: before },
      { page_url: 'https://harbor.example/2', visitor: { locale: 'de', metadata: { step: 2 } }, updated_at: before },
    ]);
  });

  test('shows typing only in conversations that exist', async () => {
    const early = await visit();
    const visitor = await visit();
    await say(visitor, 'Hello');
    const team = await listen(({ event }) => event === 'conversation:typing');
    for (const each of [early, visitor]) expect((await each.send('POST', '/typing')).status).toBe(204);
    const typing = (await team.events).filter(({ event }) => event === 'conversation:typing');
    expect(typing.map(({ data }) => data.conversation_id)).toEqual([visitor.conversationId]);
  });

  test('a visitor whose thread was deleted cannot ask for a person', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    await call(server, 'DELETE', `/api/v1/threads/${visitor.threadId}`);
    const asked = await visitor.send('POST', '/handover', {});
    expect([asked.status, asked.body.error.details.resource]).toEqual([404, 'thread']);
  });
});

describe('a visitor', () => {
  test('can leave an e-mail address, by which the conversation is found', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    expect((await visitor.send('POST', '/email', { email: 'nobody' })).status).toBe(400);
    expect((await visitor.send('POST', '/email', { email: 'Kim.Lee@Example.com' })).status).toBe(200);
    expect((await get(visitor)).visitor.email).toBe('kim.lee@example.com');
    const found = await call(server, 'GET', '/api/v1/conversations?q=kim.lee%40example.com');
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([visitor.conversationId]);
  });

  test('is not asked for an address that is known, in no tab and after no reload', async () => {
    const visitor = await visit();
    await ask(visitor);
    const conversation = async () => (await visitor.send('GET', '')).body.data.conversation;
    expect(await conversation()).not.toHaveProperty('reachable');
    const otherTab = await followFromNow(server, `${visitor.path}/events`, {
      key: null,
      headers: visitor.headers,
      until: ({ event }) => event === 'conversation:status',
    });
    const left = await visitor.send('POST', '/email', { email: 'kim@example.com' });
    expect(left.body.data.conversation).toMatchObject({ status: 'waiting', reachable: true });
    expect((await otherTab.events).at(-1)?.data).toMatchObject({ status: 'waiting', reachable: true });
    await passTime();
    expect(await conversation()).toMatchObject({ status: 'bot', reachable: true });
    const away = async (other: OpenChat) => (await other.send('GET', '/messages')).body.data.at(-1).content;
    expect(await away(visitor)).toBe('Nobody is here right now. We will answer by e-mail.');

    const quiet = await visit({ ask_email: false });
    await ask(quiet);
    await passTime();
    expect(await away(quiet)).toBe('Nobody is here right now.');
    const asked = await visit({}, { locale: 'ja' });
    await ask(asked);
    await passTime();
    expect(await away(asked)).toBe(
      '現在、担当者が不在です。メールアドレスをお知らせいただければ、折り返しご連絡します。',
    );
  });

  test('rates once a person has answered, or the conversation is closed; a second score replaces the first', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    expect((await visitor.send('POST', '/rating', { score: 4 })).status).toBe(400);
    await act(visitor, 'messages', { content: 'Hi!' });
    expect((await visitor.send('POST', '/rating', { score: 2, comment: 'Slow' })).status).toBe(200);
    await visitor.send('POST', '/rating', { score: 5 });
    expect((await get(visitor)).csat).toMatchObject({ score: 5, comment: null });
    const found = await call(server, 'GET', `/api/v1/conversations?csat=5&interface_id=${visitor.id}`);
    expect(found.body.data).toHaveLength(1);
    expect((await visitor.send('POST', '/rating', { score: 6 })).status).toBe(400);
  });

  test('sees in every tab that they have rated a closed conversation, until it is closed again', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    await act(visitor, 'messages', { content: 'Hi!' });
    await visitor.send('POST', '/rating', { score: 2 });
    const isRated = async () => (await visitor.send('GET', '')).body.data.conversation.rated ?? false;
    await act(visitor, 'close');
    expect(await isRated()).toBe(false);
    const follow = (isLast: (event: ReceivedEvent) => boolean) =>
      followFromNow(server, `${visitor.path}/events`, { key: null, headers: visitor.headers, until: isLast });
    const otherTab = await follow(({ event }) => event === 'conversation:status');
    const rated = await visitor.send('POST', '/rating', { score: 5 });
    expect(rated.body.data.conversation).toEqual({ status: 'closed', assignee: null, rated: true });
    expect((await otherTab.events).at(-1)?.data).toMatchObject({ status: 'closed', rated: true });
    expect(await isRated()).toBe(true);
    await act(visitor, 'reopen');
    await act(visitor, 'close');
    expect(await isRated()).toBe(false);
  });

  test('rates a reply, and the conversation keeps the rating', async () => {
    const visitor = await visit();
    const { id } = (await say(visitor, 'Hello')).body.data;
    await visitor.send('POST', `/messages/${id}/feedback`, { rating: 'down' });
    expect((await get(visitor)).rating).toBe('down');
  });
});

describe('a suggestion', () => {
  test('is the agent’s next reply, and is not stored', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    await act(visitor, 'accept');
    await say(visitor, 'Where is my order?');
    model.reply({ text: ['On ', 'its way.'] });
    const events = await readEvents(server, `/api/v1/conversations/${visitor.conversationId}/suggest`, {
      method: 'POST',
    });
    expect(events.at(-1)).toMatchObject({ event: 'suggestion:completed', data: { content: 'On its way.' } });
    const { data } = (await visitor.send('GET', '/messages')).body;
    expect(data).toHaveLength(3);
    const whole = await eventually(async () => model.calls.at(-1)?.body);
    expect(JSON.stringify(whole)).toContain('Where is my order?');
  });
});

test('webhooks report the states', async () => {
  const visitor = await visit();
  const body = {
    url: 'https://receiver.invalid/',
    event_types: [
      'conversation.waiting',
      'conversation.accepted',
      'conversation.returned',
      'conversation.closed',
      'conversation.rated',
    ],
  };
  const { id } = (await call(server, 'POST', '/api/v1/webhooks', { body })).body.data;
  await ask(visitor);
  await act(visitor, 'messages', { content: 'Hi!' });
  await act(visitor, 'return');
  await act(visitor, 'accept');
  await act(visitor, 'close');
  await visitor.send('POST', '/rating', { score: 5 });
  const { data } = (await call(server, 'GET', `/api/v1/webhooks/${id}/deliveries`)).body;
  expect(data.map((delivery: { event_type: string }) => delivery.event_type).toReversed()).toEqual([
    'conversation.waiting',
    'conversation.accepted',
    'conversation.returned',
    'conversation.accepted',
    'conversation.closed',
    'conversation.rated',
  ]);
  const detail = await call(server, 'GET', `/api/v1/webhooks/${id}/deliveries/${data[0].id}`);
  expect(detail.body.data.event.data).toMatchObject({ id: visitor.conversationId, csat: { score: 5 } });
});
