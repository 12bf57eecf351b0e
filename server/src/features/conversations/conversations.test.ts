import { describe, expect, test } from 'vitest';
import { call, eventually, readEvents, type TestAnswer } from '../../../test/client.ts';
import { createChat, type OpenChat, openChat, visitChat } from '../../../test/open-chat.ts';
import { signIdentity } from '../../../test/sign-identity.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

const visit = async (settings: object = {}, begin: object = {}): Promise<OpenChat> => openChat(server, settings, begin);
const say = async ({ send }: OpenChat, content: string, more: object = {}) =>
  send('POST', '/messages', { content, ...more });
const act = async ({ conversationId }: OpenChat, name: string, body: unknown = {}, key?: string): Promise<TestAnswer> =>
  call(server, 'POST', `/api/v1/conversations/${conversationId}/${name}`, {
    body,
    ...(key === undefined ? {} : { key }),
  });
const get = async ({ conversationId }: OpenChat, rest = '') =>
  call(server, 'GET', `/api/v1/conversations/${conversationId}${rest}`);
const stateOf = async (visitor: OpenChat) => (await get(visitor)).body.data.status;
const fromStart = { headers: { 'Last-Event-ID': '0' } };
/** The first statuses that the visitor of a thread is notified of. */
async function readStatuses(threadId: string, count: number): Promise<string[]> {
  const statuses: string[] = [];
  await readEvents(server, `/api/v1/threads/${threadId}/events`, {
    ...fromStart,
    until: ({ event, data }) => event === 'conversation:status' && statuses.push(data.status) === count,
  });
  return statuses;
}
const makeKey = async (name: string, scopes: string[]) =>
  (await call(server, 'POST', '/api/v1/api-keys', { body: { name, scopes } })).body.data;

/** Adds copies of a visitor's conversation, each a minute older than the one before, with one word. */
async function addOlder({ conversationId, threadId }: OpenChat, count: number, word: string): Promise<void> {
  const { sql } = server.platform.database;
  await sql`
    INSERT INTO threads (id, workspace_id, agent_id, metadata)
    SELECT 'thr_' || ${word}::text || n, workspace_id, agent_id, metadata
    FROM threads, generate_series(1, ${count}::int) AS n WHERE id = ${threadId}`;
  await sql`
    INSERT INTO conversations (id, thread_id, workspace_id, agent_id, interface_id, interface_name, interface_slug,
      visitor_id, updated_at, indexed_version)
    SELECT 'cnv_' || ${word}::text || n, 'thr_' || ${word}::text || n, workspace_id, agent_id, interface_id, interface_name,
      interface_slug, visitor_id, updated_at - n * interval '1 minute', indexed_version
    FROM conversations, generate_series(1, ${count}::int) AS n WHERE id = ${conversationId}`;
  await sql`
    INSERT INTO conversation_words (conversation_id, key, words)
    SELECT c.id, 'message', array_to_tsvector(ARRAY[c.workspace_id, ${word}::text]) FROM conversations c
    WHERE c.id LIKE ${`cnv_${word}%`}`;
}

describe('a conversation', () => {
  test('exists from the first message on, with its visitor and the last message', async () => {
    const visitor = await visit(
      {},
      { pageUrl: 'https://shop.example/orders', locale: 'de', metadata: { plan: 'basic' } },
    );
    expect((await get(visitor)).status).toBe(404);
    expect((await visitor.send('GET', '')).body.data.conversation).toEqual({ status: 'bot', assignee: null });
    await say(visitor, 'Where is my order?');
    const { data } = (await get(visitor)).body;
    expect(data).toMatchObject({
      id: visitor.conversationId,
      thread_id: visitor.threadId,
      interface: { id: visitor.id, name: 'Help desk' },
      status: 'bot',
      assignee: null,
      visitor: { name: null, email: null, user_id: null, verified: false, locale: 'de', metadata: { plan: 'basic' } },
      last_message: { role: 'assistant', author_type: 'agent', preview: 'You said: Where is my order?' },
      unread_count: 1,
      page_url: 'https://shop.example/orders',
      tags: [],
      waiting_since: null,
      closed_at: null,
    });
    expect(data.cost_credits).toBeGreaterThan(0);
    const list = await call(server, 'GET', `/api/v1/conversations?interface_id=${visitor.id}`);
    expect(list.body.data).toEqual([data]);
    expect((await act(visitor, 'read')).body.data.unread_count).toBe(0);
  });

  test.each([
    ['marks without a letter', '\u202e\u0301\ufeff'],
    ['signs', '?! … 👩‍👩‍👧'],
    ['marks before letters', '\u0301\u0308a \u0e31\u0e01'],
  ])('can begin with %s like with any other text', async (_, content) => {
    const visitor = await visit();
    expect((await say(visitor, content)).status).toBe(200);
    const base = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Odd' } });
    const search = { query: content };
    const found = await call(server, 'POST', `/api/v1/knowledge-bases/${base.body.data.id}/query`, { body: search });
    expect(found.status).toBe(200);
    expect((await call(server, 'GET', `/api/v1/conversations?q=${encodeURIComponent(content)}`)).status).toBe(200);
  });

  test('has an author for every message; visitors see the first name of a person', async () => {
    const anna = await makeKey('Anna Weber', ['conversations:read', 'conversations:write']);
    const visitor = await visit();
    await say(visitor, 'Hello');
    const sent = await act(visitor, 'messages', { content: 'Anna here.' }, anna.key);
    expect(sent.status).toBe(201);
    expect(sent.body.data).toMatchObject({
      role: 'assistant',
      status: 'complete',
      author: { type: 'member', id: anna.id, name: 'Anna Weber', avatar_url: null },
    });
    const seen = (await visitor.send('GET', '/messages')).body.data;
    expect(seen.map(({ author }: { author: unknown }) => author)).toEqual([
      { type: 'visitor', name: null, avatarUrl: null },
      { type: 'agent', name: null, avatarUrl: null },
      { type: 'member', name: 'Anna', avatarUrl: null },
    ]);
    const inThread = (await call(server, 'GET', `/api/v1/threads/${visitor.threadId}/messages`)).body.data;
    expect(
      inThread.map(({ author }: { author: { type: string; name: string } }) => [author.type, author.name]),
    ).toEqual([
      ['visitor', null],
      ['agent', 'Guide'],
      ['member', 'Anna Weber'],
    ]);
    expect((await visitor.send('GET', '')).body.data.conversation).toEqual({
      status: 'human',
      assignee: { name: 'Anna', avatarUrl: null },
    });
  });

  test('accepts tags and a subject, and no other field', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const path = `/api/v1/conversations/${visitor.conversationId}`;
    const patched = await call(server, 'PATCH', path, { body: { tags: ['a', 'b', 'A'], subject: 'Order' } });
    expect(patched.body.data).toMatchObject({ tags: ['a', 'b'], subject: 'Order' });
    expect((await call(server, 'PATCH', path, { body: { subject: null } })).body.data).toMatchObject({
      tags: ['a', 'b'],
      subject: null,
    });
    expect((await call(server, 'PATCH', path, { body: { status: 'closed' } })).status).toBe(400);
    const found = await call(server, 'GET', `/api/v1/conversations?tag=b&interface_id=${visitor.id}`);
    expect(found.body.data).toHaveLength(1);
    const ofVisitor = await call(server, 'GET', `/api/v1/conversations?visitor_id=${found.body.data[0].visitor.id}`);
    expect(ofVisitor.body.data.map(({ id }: { id: string }) => id)).toEqual([visitor.conversationId]);
    expect((await call(server, 'GET', '/api/v1/conversations?visitor_id=vis_other')).body.data).toEqual([]);
  });

  test('is found by words of its messages, the last one as a prefix', async () => {
    const visitor = await visit();
    await say(visitor, 'The zeppelin over Friedrichshafen');
    const find = async (q: string) =>
      (await call(server, 'GET', `/api/v1/conversations?interface_id=${visitor.id}&q=${encodeURIComponent(q)}`)).body
        .pagination.total_count;
    expect(await find('zeppelin friedrichs')).toBe(1);
    expect(await find('zeppelins')).toBe(0);
    expect(await find('???')).toBe(0);
  });

  test.each([
    [
      'the apostrophe of a phone or of a keyboard',
      'I don’t know Siobhán O’Brien',
      ["don't", 'don’t', "o'brien", 'O’Brien'],
    ],
    ['an apostrophe, or without it', "Ask O'Connor", ['o’connor', "o'connor", 'oconnor', 'connor', 'conn']],
    [
      'letters that only some keyboards have',
      'Łukasz Đukić, Große Straße',
      ['lukasz', 'Łukasz', 'dukic', 'strasse', 'straße'],
    ],
    ['Arabic with and without hamza and vowel signs', 'أحمد في المدرسة مُحَمَّد', ['احمد', 'أحمد', 'المدرسه', 'محمد']],
    ['Persian letters of both kinds', 'کتاب علی', ['كتاب', 'علي', 'کتاب']],
  ])('is found by words with %s', async (_, said, words) => {
    const visitor = await visit();
    await say(visitor, said);
    const find = async (q: string) =>
      (await call(server, 'GET', `/api/v1/conversations?interface_id=${visitor.id}&q=${encodeURIComponent(q)}`)).body
        .pagination.total_count;
    const found = await Promise.all(words.map(async (word) => [word, await find(word)]));
    expect(found).toEqual(words.map((word) => [word, 1]));
  });

  test('the line that stretches Arabic words is not a word', async () => {
    const visitor = await visit();
    await say(visitor, 'ـ مرحـــبا');
    const path = `/api/v1/conversations?interface_id=${visitor.id}&q=`;
    const found = await Promise.all(
      ['مرحبا', 'ـ مرحبا', 'ـ'].map(
        async (q) => (await call(server, 'GET', path + encodeURIComponent(q))).body.data.length,
      ),
    );
    expect(found).toEqual([1, 1, 0]);
  });

  test('is found by a word as it was stored by an older version', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const { sql } = server.platform.database;
    await sql`
      UPDATE conversation_words SET words = words || array_to_tsvector(ARRAY['łukasz', 'don’t'])
      WHERE conversation_id = ${visitor.conversationId}`;
    for (const q of ['Łukasz', 'łuk', "don't", 'don’t']) {
      const path = `/api/v1/conversations?interface_id=${visitor.id}&q=${encodeURIComponent(q)}`;
      expect([q, (await call(server, 'GET', path)).body.pagination.total_count]).toEqual([q, 1]);
    }
  });

  test('is found by its subject, until that is changed', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const find = async (q: string) =>
      (await call(server, 'GET', `/api/v1/conversations?interface_id=${visitor.id}&q=${q}`)).body.pagination
        .total_count;
    const path = `/api/v1/conversations/${visitor.conversationId}`;
    await call(server, 'PATCH', path, { body: { subject: 'Broken quay lamp', tags: ['harbour'] } });
    await call(server, 'PATCH', path, { body: { tags: [] } });
    expect([await find('quay'), await find('lantern')]).toEqual([1, 0]);
    await call(server, 'PATCH', path, { body: { subject: 'Broken lantern' } });
    expect([await find('quay'), await find('lantern')]).toEqual([0, 1]);
    await call(server, 'PATCH', path, { body: { subject: null } });
    expect(await find('lantern')).toBe(0);
  });

  test('is found by the name that the visitor gets later, like every other one of the visitor', async () => {
    const chat = await createChat(server);
    const open = async (begin: object) => visitChat(server, chat, begin);
    const find = async (q: string) =>
      (await call(server, 'GET', `/api/v1/conversations?interface_id=${chat.id}&q=${encodeURIComponent(q)}`)).body.data
        .map(({ id }: { id: string }) => id)
        .toSorted();
    const identity = signIdentity(chat.secret, { userId: 'zora', name: 'Zora Quill' });
    const first = await open({});
    await first.say('Hello');
    const second = await open({ resume: first.token, newThread: true });
    await second.say('Hello again');
    const all = [first.conversationId, second.conversationId].toSorted();
    const known = await open({ resume: second.token, identity });
    expect(await find('zora quill')).toEqual(all);
    await open({ identity: { ...identity, name: 'Zora Feather' } });
    expect([await find('quill'), await find('feather')]).toEqual([[], all]);
    await known.send('POST', '/email', { email: 'zora@example.com' });
    expect(await find('zora@example.com')).toEqual(all);
  });

  test('is found with the part of the message or note that has the words', async () => {
    const visitor = await visit();
    const long = `${'The fog was thick. '.repeat(20)}Where does the Zürich ferry leave?${' Bye.'.repeat(60)}`;
    await say(visitor, long);
    await say(visitor, 'Thanks');
    const extract = async (q: string) =>
      (await call(server, 'GET', `/api/v1/conversations?q=${encodeURIComponent(q)}&interface_id=${visitor.id}`)).body
        .data[0]?.extract;
    // The agent's reply repeats it, and is newer.
    expect(await extract('zurich ferry')).toMatch(/^….{10,45}Zürich ferry leave\? Bye\..*…$/);
    await act(visitor, 'notes', { content: 'Likes the zurich\nferry' });
    expect(await extract('zurich fer')).toBe('Likes the zurich ferry');
    await call(server, 'PATCH', `/api/v1/conversations/${visitor.conversationId}`, { body: { subject: 'Timetable' } });
    expect(await extract('timetable')).toBeNull();
    const [listed] = (await call(server, 'GET', `/api/v1/conversations?interface_id=${visitor.id}`)).body.data;
    expect(listed).not.toHaveProperty('extract');
  });

  test('has one tag for letters with accents, whichever way a keyboard writes them', async () => {
    const visitor = await visit();
    await say(visitor, 'About the quay');
    const [composed, decomposed] = ['Grüße'.normalize('NFC'), 'grüße'.normalize('NFD')];
    const path = `/api/v1/conversations/${visitor.conversationId}`;
    const patched = await call(server, 'PATCH', path, { body: { tags: [composed, decomposed] } });
    expect(patched.body.data.tags).toEqual([composed]);
    const isFound = async (tag: string) =>
      (await call(server, 'GET', `/api/v1/conversations?tag=${encodeURIComponent(tag)}`)).body.data.length === 1;
    expect([await isFound(composed), await isFound(decomposed)]).toEqual([true, true]);
    const long = '한'.repeat(64);
    await call(server, 'PATCH', path, { body: { tags: [long.normalize('NFD')] } });
    expect(await isFound(long.normalize('NFD'))).toBe(true);
    // As an older version kept it: found by both spellings, listed once, and composed by the next change.
    const other = await visit();
    await say(other, 'About the quay');
    await call(server, 'PATCH', `/api/v1/conversations/${other.conversationId}`, { body: { tags: [`${composed}n`] } });
    await server.platform.database.sql`
      UPDATE conversations SET tags = ARRAY[${decomposed}, ${`${decomposed}n`}] WHERE id = ${visitor.conversationId}`;
    expect([await isFound(composed), await isFound(decomposed)]).toEqual([true, true]);
    const { data: listed } = (await call(server, 'GET', '/api/v1/conversations/tags')).body;
    expect(listed.filter((tag: string) => tag.toLowerCase() === `${composed}n`.toLowerCase())).toHaveLength(1);
    expect((await call(server, 'PATCH', path, { body: { subject: 'Quay' } })).body.data.tags).toEqual([
      decomposed.normalize('NFC'),
      `${decomposed}n`.normalize('NFC'),
    ]);
  });

  test('is listed by its tags, in the order of changes, also with other filters', async () => {
    const [first, second] = [await visit(), await visit()];
    const tagged = async (tag: string, more = '') =>
      (await call(server, 'GET', `/api/v1/conversations?tag=${tag}${more}`)).body;
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    for (const visitor of [first, second]) {
      await say(visitor, 'About the lighthouse');
      await call(server, 'PATCH', `/api/v1/conversations/${visitor.conversationId}`, {
        body: { tags: ['beacon', 'coast'] },
      });
    }
    expect(idsOf(await tagged('beacon'))).toEqual([second.conversationId, first.conversationId]);
    await say(first, 'And the fog signal');
    const found = await tagged('beacon', '&per_page=1');
    expect(idsOf(found)).toEqual([first.conversationId]);
    expect(found.pagination.total_count).toBe(2);
    expect(idsOf(await tagged('beacon', '&q=lighthouse&page=2&per_page=1'))).toEqual([second.conversationId]);
    expect(idsOf(await tagged('beacon', '&q=fog'))).toEqual([first.conversationId]);
    await act(second, 'close');
    expect(idsOf(await tagged('beacon', '&status=closed'))).toEqual([second.conversationId]);
    await call(server, 'PATCH', `/api/v1/conversations/${first.conversationId}`, { body: { tags: ['Coast'] } });
    expect(idsOf(await tagged('beacon'))).toEqual([second.conversationId]);
    // Each is suggested once, as it was last written.
    const { body: used } = await call(server, 'GET', '/api/v1/conversations/tags');
    expect(used.data.filter((tag: string) => ['beacon', 'coast'].includes(tag.toLowerCase()))).toEqual([
      'beacon',
      'Coast',
    ]);
    // In any case, like people write them.
    for (const tag of ['coast', 'COAST'])
      expect(idsOf(await tagged(tag))).toEqual([first.conversationId, second.conversationId]);
    // Before, one conversation could have both spellings.
    await server.platform.database.sql`
      UPDATE conversations SET tags = ARRAY['Coast', 'coast', 'COAST'] WHERE id = ${first.conversationId}`;
    expect(await tagged('coast')).toMatchObject({ pagination: { total_count: 2 } });
    expect(idsOf(await tagged('coast', '&per_page=1&page=2'))).toEqual([second.conversationId]);
    await second.send('DELETE', '');
    expect(idsOf(await tagged('coast'))).toEqual([first.conversationId]);
    expect(idsOf(await tagged('beacon'))).toEqual([]);
    expect((await call(server, 'GET', '/api/v1/conversations/tags')).body.data).not.toContain('beacon');
  });

  test('is listed by how long its visitor has waited, by its last change, or by its creation', async () => {
    const chat = await createChat(server, { handover: { enabled: true } });
    const start = async () => visitChat(server, chat);
    const [first, second, calm] = [await start(), await start(), await start()];
    for (const visitor of [first, second, calm]) {
      await visitor.say('Zeppelins');
      await call(server, 'PATCH', `/api/v1/conversations/${visitor.conversationId}`, { body: { tags: ['zeppelin'] } });
    }
    for (const visitor of [first, second]) await visitor.send('POST', '/handover', {});
    await first.say('Are you there?');
    await calm.say('Thanks.');
    const orders = [
      ['waiting_since', [first, second, calm]],
      ['updated_at', [second, first, calm]],
      ['-updated_at', [calm, first, second]],
      ['created_at', [first, second, calm]],
      ['-created_at', [calm, second, first]],
    ] as const;
    for (const [sort, visitors] of orders) {
      for (const filter of ['tag=zeppelin', 'q=zeppelin', 'per_page=100']) {
        const query = `interface_id=${chat.id}&${filter}&sort=${sort}`;
        const { body } = await call(server, 'GET', `/api/v1/conversations?${query}`);
        const ids = visitors.map(({ conversationId }) => conversationId);
        const found = body.data.map(({ id }: { id: string }) => id);
        expect(found, query).toEqual(ids);
      }
    }
    const { status, body } = await call(server, 'GET', '/api/v1/conversations?sort=-waiting_since');
    expect([status, body.error.details.fields[0].path]).toEqual([400, 'query.sort']);
  });

  test('is one of at most 1,000 that a search finds, the last changed ones', async () => {
    const visitor = await visit();
    await say(visitor, 'The oldest zither');
    await addOlder(visitor, 1_005, 'zither');
    const find = async (page: number) =>
      (await call(server, 'GET', `/api/v1/conversations?interface_id=${visitor.id}&q=zither&page=${page}`)).body;
    const first = await find(1);
    expect(first.pagination.total_count).toBe(1_000);
    expect(first.data[0].id).toBe(visitor.conversationId);
    const last = await find(50);
    expect(last.data).toHaveLength(20);
    const after = await find(51);
    expect(after.data).toEqual([]);
    expect(after.pagination.total_count).toBe(1_000);
  });

  test('is deleted with its visitor', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    await visitor.send('DELETE', '');
    expect((await get(visitor)).status).toBe(404);
  });
});

describe('states', () => {
  const reach: Record<string, (visitor: OpenChat) => Promise<unknown>> = {
    bot: async () => undefined,
    human: async (visitor) => act(visitor, 'accept'),
    closed: async (visitor) => act(visitor, 'close'),
  };
  test.each([
    ['bot', 'accept', 200, 'human'],
    ['bot', 'return', 400, 'bot'],
    ['bot', 'close', 200, 'closed'],
    ['bot', 'reopen', 400, 'bot'],
    ['human', 'accept', 200, 'human'],
    ['human', 'return', 200, 'bot'],
    ['human', 'close', 200, 'closed'],
    ['human', 'reopen', 400, 'human'],
    ['closed', 'accept', 200, 'human'],
    ['closed', 'return', 400, 'closed'],
    ['closed', 'close', 400, 'closed'],
    ['closed', 'reopen', 200, 'bot'],
  ])('%s: %s is %i and leaves %s', async (from, name, status, to) => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    await reach[from]?.(visitor);
    const answer = await act(visitor, name);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.error.details.status).toBe(from);
    else expect(answer.body.data.status).toBe(to);
    expect(await stateOf(visitor)).toBe(to);
  });

  test('human belongs to one person, and others may assign it to somebody', async () => {
    const scopes = ['conversations:read', 'conversations:write'];
    const anna = await makeKey('Anna', scopes);
    const ben = await makeKey('Ben', scopes);
    const visitor = await visit();
    await say(visitor, 'Hello');
    expect((await act(visitor, 'accept', {}, anna.key)).body.data.assignee).toMatchObject({
      id: anna.id,
      name: 'Anna',
    });
    const second = await act(visitor, 'accept', {}, ben.key);
    expect(second.status).toBe(400);
    expect(second.body.error.details).toMatchObject({ status: 'human', assignee: { id: anna.id, name: 'Anna' } });
    await act(visitor, 'messages', { content: 'Ben helps out.' }, ben.key);
    expect((await get(visitor)).body.data.assignee.id).toBe(anna.id);
    expect((await act(visitor, 'assign', { member_id: ben.id })).body.data.assignee.id).toBe(ben.id);
    expect((await act(visitor, 'assign', { member_id: 'mem_nobody' })).status).toBe(400);
    const mine = async (key: string) =>
      (await call(server, 'GET', `/api/v1/conversations?assignee=me&interface_id=${visitor.id}`, { key })).body.data;
    expect([await mine(anna.key), await mine(ben.key)].map((list) => list.length)).toEqual([0, 1]);
    await act(visitor, 'close');
    for (const memberId of [ben.id, 'mem_nobody']) {
      const refused = await act(visitor, 'assign', { member_id: memberId });
      expect([refused.status, refused.body.error.details.status]).toEqual([400, 'closed']);
    }
    expect((await get(visitor)).body.data).toMatchObject({ status: 'closed', assignee: null });
  });

  test('a closed one is reopened by the visitor’s next message, and taken over by a member’s message', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    await act(visitor, 'close');
    expect((await say(visitor, 'Again')).body.data.content).toBe('You said: Again');
    expect((await get(visitor)).body.data).toMatchObject({ status: 'bot', closed_at: null });
    const { id, thread_id: threadId } = (await get(visitor)).body.data;
    expect(await readStatuses(threadId, 2)).toEqual(['closed', 'bot']);
    const heard: string[] = [];
    await readEvents(server, '/api/v1/conversations/events', {
      ...fromStart,
      until: ({ event, data }) => {
        if (data.conversation?.id === id) heard.push(event);
        return data.conversation_id === id && data.message.content === 'Again';
      },
    });
    expect(heard.filter((event) => event === 'conversation:created')).toHaveLength(1);
    await act(visitor, 'close');
    await act(visitor, 'messages', { content: 'One more thing.' });
    expect(await stateOf(visitor)).toBe('human');
  });

  test.each(['visitor', 'team'])('a closed one is reopened by a reply that is written again for the %s', async (by) => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const { body } = await say(visitor, 'Again');
    await act(visitor, 'close');
    const before = (await get(visitor)).body.data;
    const path = `/messages/${body.data.id}/regenerate`;
    const again =
      by === 'visitor'
        ? await visitor.send('POST', path, {})
        : await call(server, 'POST', `/api/v1/threads/${before.thread_id}${path}`, { body: {} });
    expect(again).toMatchObject({ status: 200, body: { data: { content: 'You said: Again' } } });
    const { unread_count, subject } = before;
    expect((await get(visitor)).body.data).toMatchObject({ status: 'bot', closed_at: null, unread_count, subject });
    expect(await readStatuses(before.thread_id, 2)).toEqual(['closed', 'bot']);
    const states: string[] = [];
    await readEvents(server, '/api/v1/conversations/events', {
      ...fromStart,
      until: ({ event, data }) => {
        if (event === 'conversation:updated' && data.conversation.id === before.id)
          states.push(data.conversation.status);
        return states.at(-2) === 'closed';
      },
    });
    expect(states.slice(-2)).toEqual(['closed', 'bot']);
  });

  test('a closed one whose reply can’t be written again stays closed', async () => {
    const visitor = await visit();
    const { body } = await say(visitor, 'Hello');
    await say(visitor, 'Again');
    await act(visitor, 'close');
    expect((await visitor.send('POST', `/messages/${body.data.id}/regenerate`, {})).status).toBe(400);
    expect(await stateOf(visitor)).toBe('closed');
  });

  test('actions need their scope', async () => {
    const reader = await makeKey('Reader', ['conversations:read']);
    const visitor = await visit();
    await say(visitor, 'Hello');
    expect((await act(visitor, 'accept', {}, reader.key)).status).toBe(403);
    const other = await makeKey('Other', ['threads:read']);
    expect((await call(server, 'GET', '/api/v1/conversations', { key: other.key })).status).toBe(403);
  });
});

describe('once its chat is deleted', () => {
  test('a conversation refuses messages that the visitor would not get, and accepts notes', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello?');
    expect((await call(server, 'DELETE', `/api/v1/chat-interfaces/${visitor.id}`)).status).toBe(200);
    const { status, body } = await act(visitor, 'messages', { content: 'Here I am.' });
    expect(status).toBe(400);
    expect(body.error.details.fields).toMatchObject([{ path: 'params.id', code: 'chat_deleted' }]);
    // Nothing has changed: it was not taken over.
    expect(await stateOf(visitor)).toBe('bot');
    expect((await act(visitor, 'notes', { content: 'She calls us.' })).status).toBe(201);
    expect((await act(visitor, 'close')).status).toBe(200);
  });
});

test('while its chat is paused, a conversation refuses messages that the visitor would not get, and accepts notes', async () => {
  const visitor = await visit();
  await say(visitor, 'Hello?');
  const chat = `/api/v1/chat-interfaces/${visitor.id}`;
  expect((await call(server, 'PATCH', chat, { body: { status: 'paused' } })).status).toBe(200);
  const { status, body } = await act(visitor, 'messages', { content: 'Here I am.' });
  expect(status).toBe(400);
  expect(body.error.details.fields).toMatchObject([{ path: 'params.id', code: 'chat_paused' }]);
  expect(await stateOf(visitor)).toBe('bot');
  expect((await act(visitor, 'notes', { content: 'Answer her once the chat is active.' })).status).toBe(201);
  await call(server, 'PATCH', chat, { body: { status: 'active' } });
  expect((await act(visitor, 'messages', { content: 'Here I am.' })).status).toBe(201);
});

describe('while a person answers', () => {
  test('the agent is silent: the message is stored, and there is no reply', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    await act(visitor, 'accept');
    const silent = await say(visitor, 'Are you a person?', { clientMessageId: 'c1' });
    expect(silent).toMatchObject({ status: 200, body: { data: null } });
    expect(await say(visitor, 'Are you a person?', { clientMessageId: 'c1' })).toMatchObject({ body: { data: null } });
    const events = await readEvents(server, `${visitor.path}/messages`, {
      method: 'POST',
      key: null,
      headers: visitor.headers,
      body: { content: 'Hello?' },
    });
    expect(events.map(({ event }) => event)).toEqual(['message:created']);
    const path = `/api/v1/threads/${visitor.threadId}/messages`;
    expect(await call(server, 'POST', path, { body: { content: 'By the API' } })).toMatchObject({
      status: 200,
      body: { data: null },
    });
    const { data } = (await call(server, 'GET', path)).body;
    expect(data.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user', 'user', 'user']);
    expect((await get(visitor)).body.data.unread_count).toBe(4);
  });

  test('a reply can’t be regenerated, and the older endpoints refuse', async () => {
    const visitor = await visit();
    const reply = (await say(visitor, 'Hello')).body.data;
    await act(visitor, 'accept');
    expect((await visitor.send('POST', `/messages/${reply.id}/regenerate`, {})).status).toBe(400);
    const path = `/api/v1/threads/${visitor.threadId}/messages/${reply.id}/regenerate`;
    expect((await call(server, 'POST', path)).status).toBe(400);
    const agentId = (await get(visitor)).body.data.agent_id;
    const body = { message: 'Hi', threadId: visitor.threadId };
    expect((await call(server, 'POST', `/v1/agents/${agentId}/chat`, { body })).status).toBe(400);
    expect((await call(server, 'POST', `/v1/agents/${agentId}/chat/stream`, { body })).status).toBe(400);
  });

  test('after a return the agent has read what the person said, and the summary', async () => {
    const anna = await makeKey('Anna Weber', ['conversations:write']);
    const visitor = await visit();
    await say(visitor, 'Hello');
    await act(visitor, 'messages', { content: 'Your parcel is in Ulm.' }, anna.key);
    await say(visitor, 'Thank you');
    await act(visitor, 'notes', { content: 'SECRET: a difficult one' }, anna.key);
    await act(visitor, 'return', { summary: 'The parcel is late.' }, anna.key);
    expect((await say(visitor, 'And now?')).body.data.content).toBe('You said: And now?');
    const sent = JSON.stringify(model.calls.at(-1)?.body);
    expect(sent).toContain('Anna Weber: Your parcel is in Ulm.');
    expect(sent).toContain('The parcel is late.');
    expect(JSON.stringify(model.calls.map(({ body }) => body))).not.toContain('SECRET');
    expect(JSON.stringify((await visitor.send('GET', '/messages')).body)).not.toMatch(/SECRET|parcel is late/);
  });
});

describe('notes', () => {
  test('are shown between the messages to the team, and nowhere else', async () => {
    const visitor = await visit();
    await say(visitor, 'Hello');
    const note = await act(visitor, 'notes', { content: 'A SECRET note' });
    expect(note).toMatchObject({
      status: 201,
      body: {
        data: {
          id: expect.stringMatching(/^note_/),
          conversation_id: visitor.conversationId,
          content: 'A SECRET note',
        },
      },
    });
    expect(note.body.data.author).toMatchObject({ type: 'member', id: expect.stringMatching(/^(key|mem)_/) });
    await say(visitor, 'Bye');
    const items = (await get(visitor, '/messages?per_page=3')).body;
    expect(items.pagination.total_count).toBe(5);
    expect(items.data.map(({ type, content }: { type: string; content: string }) => [type, content])).toEqual([
      ['message', 'Hello'],
      ['message', 'You said: Hello'],
      ['note', 'A SECRET note'],
    ]);
    expect(items.data[2]).toEqual({ type: 'note', ...note.body.data });
    const thread = await call(server, 'GET', `/api/v1/threads/${visitor.threadId}/messages`);
    const events = await readEvents(server, `/api/v1/threads/${visitor.threadId}/events`, {
      headers: { 'Last-Event-ID': '0' },
      until: ({ event, data }) => event === 'message:completed' && data.content === 'You said: Bye',
    });
    for (const seen of [
      thread.body,
      events,
      (await visitor.send('GET', '/messages')).body,
      model.calls.map(({ body }) => body),
    ])
      expect(JSON.stringify(seen)).not.toContain('SECRET');
  });
});

describe('taking over', () => {
  test('interrupts a reply: its text is kept before the person’s, and the visitor is notified in that order', async () => {
    const visitor = await visit();
    model.reply({ text: Array.from({ length: 200 }, (_, at) => `word${at} `), tokenDelayMs: 20 });
    const asked = say(visitor, 'Tell me a long story');
    await eventually(async () =>
      (await get(visitor, '/messages')).body.data?.[1]?.content.includes('word3') ? true : undefined,
    );
    expect((await act(visitor, 'messages', { content: 'I take over.' })).status).toBe(201);
    const { status, body } = await asked;
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'cancelled', content: expect.stringContaining('word3') });
    const { data } = (await visitor.send('GET', '/messages')).body;
    expect(
      data.map(({ status: state, author }: { status: string; author: { type: string } }) => [author.type, state]),
    ).toEqual([
      ['visitor', 'complete'],
      ['agent', 'cancelled'],
      ['member', 'complete'],
    ]);
    const events = await readEvents(server, `${visitor.path}/events`, {
      key: null,
      headers: { ...visitor.headers, 'Last-Event-ID': '0' },
      until: ({ event, data: { message } }) => event === 'message:created' && message.author.type === 'member',
    });
    const last = events.slice(-3);
    expect(last.map(({ event }) => event)).toEqual(['message:cancelled', 'conversation:status', 'message:created']);
    expect(last[1]?.data).toMatchObject({ status: 'human', assignee: { avatar_url: null } });
    expect(last[1]?.data.assignee).not.toHaveProperty('id');
    expect(last[2]?.data.message.author).not.toHaveProperty('id');
  });

  test('deletes a reply that had not shown any text', async () => {
    const visitor = await visit();
    model.reply({ text: ['never'], delayMs: 60_000 });
    const asked = say(visitor, 'Hello');
    await eventually(async () => ((await get(visitor, '/messages')).body.data?.length === 2 ? true : undefined));
    await act(visitor, 'accept');
    expect(await asked).toMatchObject({ status: 200, body: { data: null } });
    expect((await get(visitor, '/messages')).body.data).toHaveLength(1);
  });
});

describe('saved replies', () => {
  test('are stored without the slash, under a unique shortcut', async () => {
    const body = { name: 'Hours', shortcut: '/hours', content: 'We are open from nine to five.' };
    const made = await call(server, 'POST', '/api/v1/saved-replies', { body });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { id: expect.stringMatching(/^svr_/), shortcut: 'hours' } },
    });
    expect((await call(server, 'POST', '/api/v1/saved-replies', { body })).status).toBe(400);
    const path = `/api/v1/saved-replies/${made.body.data.id}`;
    const patched = await call(server, 'PATCH', path, { body: { name: 'Opening hours' } });
    expect(patched.body.data).toMatchObject({ name: 'Opening hours', shortcut: 'hours' });
    const other = { ...body, shortcut: 'other' };
    const { data } = (await call(server, 'POST', '/api/v1/saved-replies', { body: other })).body;
    const taken = await call(server, 'PATCH', `/api/v1/saved-replies/${data.id}`, { body: { shortcut: 'hours' } });
    expect(taken.status).toBe(400);
    const rename = async (id: string) =>
      (await call(server, 'PATCH', `/api/v1/saved-replies/${id}`, { body: { shortcut: 'both' } })).body;
    const both = await Promise.all([rename(made.body.data.id), rename(data.id)]);
    expect(both.flatMap(({ error }) => error?.details.fields ?? [])).toEqual([
      { path: 'body.shortcut', message: 'is taken', code: 'taken' },
    ]);
    expect((await call(server, 'GET', '/api/v1/saved-replies')).body.data).toHaveLength(2);
    expect((await call(server, 'DELETE', path)).status).toBe(200);
    expect((await call(server, 'GET', path)).status).toBe(404);
  });

  test('have one shortcut for letters with accents, whichever way a keyboard writes them', async () => {
    const create = async (form: 'NFC' | 'NFD') =>
      call(server, 'POST', '/api/v1/saved-replies', {
        body: { name: 'Grüße', shortcut: 'grüße'.normalize(form), content: 'Viele Grüße' },
      });
    expect((await create('NFD')).body.data.shortcut).toBe('grüße'.normalize('NFC'));
    expect((await create('NFC')).body.error.details.fields).toMatchObject([{ path: 'body.shortcut', code: 'taken' }]);
  });

  test('with a shortcut that an older version kept beside one that looks the same can be changed', async () => {
    const body = { name: 'Café', shortcut: 'café'.normalize('NFC'), content: 'Open' };
    await call(server, 'POST', '/api/v1/saved-replies', { body });
    const { id } = (await call(server, 'POST', '/api/v1/saved-replies', { body: { ...body, shortcut: 'old' } })).body
      .data;
    const old = 'café'.normalize('NFD');
    await server.platform.database.sql`UPDATE saved_replies SET shortcut = ${old} WHERE id = ${id}`;
    const patch = async (changes: object) => call(server, 'PATCH', `/api/v1/saved-replies/${id}`, { body: changes });
    expect((await patch({ content: 'Closed' })).body.data).toMatchObject({ shortcut: old, content: 'Closed' });
    expect((await patch({ shortcut: old })).body.error.details.fields).toMatchObject([{ code: 'taken' }]);
    expect((await patch({ shortcut: 'cafe' })).body.data).toMatchObject({ shortcut: 'cafe', content: 'Closed' });
  });
});
