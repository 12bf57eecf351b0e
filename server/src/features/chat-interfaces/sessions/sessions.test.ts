import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type TestAnswer } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { signIdentity } from '../../../../test/sign-identity.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

const clock = useClock();
let server: ServerUnderTest;
let agentId: string;
beforeAll(async () => {
  server = await startServer();
  const { body } = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  agentId = body.data.id;
});
afterAll(async () => server.close());

interface Chat {
  readonly id: string;
  readonly slug: string;
  readonly identity_secret: string;
  readonly base: string;
}

async function createChat(settings: Record<string, unknown> = {}): Promise<Chat> {
  const body = { name: 'Help desk', agent_id: agentId, ...settings };
  const { status, body: answer } = await call(server, 'POST', '/api/v1/chat-interfaces', { body });
  expect(status).toBe(201);
  return { ...answer.data, base: `/api/public/chat-interfaces/${answer.data.slug}` };
}

const open = async (chat: Chat, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call(server, 'POST', `${chat.base}/sessions`, { key: null, body, headers });
const visit = async (
  chat: Chat,
  session: { id: string; token: string },
  method = 'GET',
  rest = '',
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  call(server, method, `${chat.base}/sessions/${session.id}${rest}`, {
    key: null,
    headers: { Authorization: `Bearer ${session.token}`, ...headers },
  });
const codeOf = ({ status, body }: TestAnswer) => [status, body.error?.code];

const identify = (chat: Chat, userId: string, exp?: number) => signIdentity(chat.identity_secret, { userId }, exp);

describe('a session', () => {
  test('starts with its token, an empty thread and the public configuration, without private data', async () => {
    const chat = await createChat({ behaviour: { welcome_message: 'Hello' }, limits: { daily_messages: 5 } });
    const face = await call(server, 'GET', `/public/chat-interfaces/${chat.slug}`, { key: null });
    expect(face.body.data).toMatchObject({ slug: chat.slug, name: 'Help desk', locale: null });
    expect(face.body.data.behaviour).toMatchObject({ title: 'Help desk', welcomeMessage: 'Hello' });
    expect(Object.keys(face.body.data).toSorted()).toEqual([
      'behaviour',
      'branding',
      'challenge',
      'consent',
      'followUps',
      'handover',
      'locale',
      'name',
      'preChat',
      'proactive',
      'slug',
      'texts',
      'uploads',
    ]);
    const { status, body } = await open(chat, { visitorId: 'vis-1', unknown: true });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ visitorId: 'vis-1', status: 'active', messages: [], interface: face.body.data });
    expect(body.data.id).toMatch(/^ses_[\w-]{22,}$/);
    expect(body.data.token.length).toBeGreaterThan(40);
    const minutes = (Date.parse(body.data.expiresAt) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(1440);
    const { token: _, messages: __, interface: ___, lastEventId: ____, ...session } = body.data;
    expect((await visit(chat, body.data)).body.data).toEqual(session);
    const stored = await server.platform.database.sql`SELECT * FROM chat_sessions WHERE id = ${session.id}`;
    expect(JSON.stringify(stored)).not.toContain(body.data.token);
  });

  test('can only be opened with its own token', async () => {
    const chat = await createChat();
    const other = await createChat();
    const mine = (await open(chat)).body.data;
    const theirs = (await open(chat)).body.data;
    expect(codeOf(await visit(chat, { id: mine.id, token: theirs.token }))).toEqual([401, 'invalid_api_key']);
    expect(codeOf(await visit(chat, { id: mine.id, token: 'nonsense' }))).toEqual([401, 'invalid_api_key']);
    expect(codeOf(await visit(other, mine))).toEqual([401, 'invalid_api_key']);
    const bare = await call(server, 'GET', `${chat.base}/sessions/${mine.id}/messages`, { key: null });
    expect(codeOf(bare)).toEqual([401, 'invalid_api_key']);
    expect(bare.headers.get('x-ratelimit-limit-day')).toBe('20000');
    expect(codeOf(await open(chat, { resume: 'nonsense' }))).toEqual([401, 'invalid_api_key']);
    expect(codeOf(await open(other, { resume: mine.token }))).toEqual([401, 'invalid_api_key']);
  });

  test('is resumed by its token, and a claimed visitorId gives no access', async () => {
    const chat = await createChat();
    const first = (await open(chat, { visitorId: 'vis-1' })).body.data;
    const resumed = (await open(chat, { resume: first.token })).body.data;
    expect(resumed).toMatchObject({
      id: first.id,
      token: first.token,
      threadId: first.threadId,
      visitorId: 'vis-1',
    });
    const claimed = (await open(chat, { visitorId: 'vis-1' })).body.data;
    expect(claimed.threadId).not.toBe(first.threadId);
    const anew = (await open(chat, { resume: first.token, newThread: true })).body.data;
    expect(anew.threadId).not.toBe(first.threadId);
    expect(anew.visitorId).toBe('vis-1');
    expect((await visit(chat, first)).status).toBe(200);
  });

  test('ends after its timeout, or earlier when idle', async () => {
    const short = await createChat({ behaviour: { session_timeout_minutes: 1 } });
    const idle = await createChat({ behaviour: { idle_timeout_minutes: 1 } });
    const first = (await open(short)).body.data;
    const second = (await open(idle)).body.data;
    expect(Date.parse(second.expiresAt) - Date.now()).toBeLessThan(60_100);
    expect((await visit(idle, second)).status).toBe(200);
    clock.forward(60_300);
    // The clock of PostgreSQL doesn't move.
    await server.platform.database
      .sql`UPDATE chat_sessions SET last_seen_at = now() - interval '60.3 s' WHERE id = ${second.id}`;
    expect(codeOf(await visit(short, first))).toEqual([401, 'expired_api_key']);
    expect(codeOf(await visit(idle, second))).toEqual([401, 'expired_api_key']);
    expect(codeOf(await open(idle, { resume: second.token }))).toEqual([401, 'expired_api_key']);
  });

  test('needs consent once if the interface requires it', async () => {
    const chat = await createChat({ consent: { required: true } });
    const refused = await open(chat);
    expect(codeOf(refused)).toEqual([400, 'validation_error']);
    expect(refused.body.error.details.fields[0].path).toBe('body.consent');
    const { status, body } = await open(chat, { consent: 'granted' });
    expect(status).toBe(201);
    expect((await open(chat, { resume: body.data.token, newThread: true })).status).toBe(201);
    const rows = await server.platform.database.sql`SELECT id FROM chat_sessions WHERE interface_id = ${chat.id}`;
    expect(rows).toHaveLength(2);
  });

  test('is deleted with all threads, files and traces of its visitor', async () => {
    const chat = await createChat();
    const first = (await open(chat)).body.data;
    const second = (await open(chat, { resume: first.token, newThread: true })).body.data;
    const stranger = (await open(chat)).body.data;
    const form = new FormData();
    form.append('file', new Blob(['a note']), 'note.txt');
    const upload = await call(server, 'POST', `${chat.base}/sessions/${first.id}/upload`, {
      key: null,
      form,
      headers: { Authorization: `Bearer ${first.token}` },
    });
    expect(upload.status).toBe(201);
    expect((await visit(chat, second, 'DELETE')).body.data).toEqual({ id: second.id, deleted: true });
    for (const session of [first, second]) {
      expect(codeOf(await visit(chat, session))).toEqual([401, 'invalid_api_key']);
      expect((await call(server, 'GET', `/api/v1/threads/${session.threadId}`)).status).toBe(404);
    }
    expect((await call(server, 'GET', `/api/v1/files/${upload.body.data.fileId}`)).status).toBe(404);
    expect((await visit(chat, stranger)).status).toBe(200);
    const sessions = await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}/sessions`);
    expect(sessions.body.data.map(({ id }: { id: string }) => id)).toEqual([stranger.id]);
  });
});

describe('identity', () => {
  test('leads a verified user to the same thread on every device, and nobody to another’s', async () => {
    const chat = await createChat();
    const desk = (await open(chat, { identity: { ...identify(chat, 'ada'), name: 'Ada' } })).body.data;
    const phone = (await open(chat, { identity: identify(chat, 'ada') })).body.data;
    expect(phone.threadId).toBe(desk.threadId);
    expect(phone.token).not.toBe(desk.token);
    const other = (await open(chat, { identity: identify(chat, 'bob') })).body.data;
    expect(other.threadId).not.toBe(desk.threadId);
    // A shared computer: the previous user's token is useless to the next one.
    const next = (await open(chat, { identity: identify(chat, 'bob'), resume: desk.token })).body.data;
    expect(next.threadId).toBe(other.threadId);
    const third = (await open(chat, { identity: identify(chat, 'eve'), resume: desk.token })).body.data;
    expect([desk.threadId, other.threadId]).not.toContain(third.threadId);
    const sessions = await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}/sessions`);
    expect(sessions.body.data.at(-1)).toMatchObject({ user_id: 'ada', user_name: 'Ada' });
  });

  test('keeps the conversation of a visitor who logs in, and invalidates the earlier token', async () => {
    const chat = await createChat();
    const anonymous = (await open(chat)).body.data;
    const named = (await open(chat, { resume: anonymous.token, identity: identify(chat, 'cleo') })).body.data;
    expect(named.threadId).toBe(anonymous.threadId);
    expect(named.token).not.toBe(anonymous.token);
    expect(codeOf(await visit(chat, anonymous))).toEqual([401, 'expired_api_key']);
    expect((await visit(chat, named)).status).toBe(200);
  });

  // The embedded database has the clock of the process.
  test.runIf(process.env['TEST_DATABASE_URL'])('ends earlier tokens by a clock behind the database, too', async () => {
    const chat = await createChat();
    clock.forward(-300_000);
    try {
      const anonymous = (await open(chat)).body.data;
      const named = (await open(chat, { resume: anonymous.token, identity: identify(chat, 'dora') })).body.data;
      expect(codeOf(await visit(chat, anonymous))).toEqual([401, 'expired_api_key']);
      expect((await visit(chat, named)).status).toBe(200);
    } finally {
      clock.forward(300_000);
    }
  });

  test('leads a user whose thread can no longer be answered to a new one', async () => {
    const chat = await createChat({ limits: { sessions_per_minute: 1_000 } });
    const former = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Former' } })).body.data.id;
    const path = `/api/v1/chat-interfaces/${chat.id}`;
    const openAgain = async (token: string) => [
      (await open(chat, { identity: identify(chat, 'finn') })).body.data.threadId,
      (await open(chat, { resume: token })).body.data.threadId,
    ];
    const endings: ((threadId: string) => [method: string, path: string, body?: object])[] = [
      (threadId) => ['DELETE', `/api/v1/threads/${threadId}`],
      (threadId) => ['PATCH', `/api/v1/threads/${threadId}`, { status: 'archived' }],
      () => ['PATCH', `/api/v1/agents/${former}`, { status: 'archived' }],
      () => ['DELETE', `/api/v1/agents/${former}`],
    ];
    for (const end of endings) {
      await call(server, 'PATCH', path, { body: { agent_id: former } });
      const { threadId, token } = (await open(chat, { identity: identify(chat, 'finn'), newThread: true })).body.data;
      await call(server, 'PATCH', path, { body: { agent_id: agentId } });
      expect(await openAgain(token)).toEqual([threadId, threadId]);

      const [method, target, body] = end(threadId);
      expect((await call(server, method, target, { body })).status).toBe(200);
      const gone = await openAgain(token);
      expect(gone).not.toContain(threadId);
      expect(gone).not.toContain(undefined);
      if (method === 'DELETE' && target.includes('threads'))
        expect(codeOf(await open(chat, { resume: token, threadId }))).toEqual([400, 'validation_error']);
      await call(server, 'PATCH', `/api/v1/agents/${former}`, { body: { status: 'active' } });
    }
  });

  test('looks for a thread among those of the user’s last 200 sessions, and finds any other by its id', async () => {
    const chat = await createChat({ limits: { sessions_per_minute: 1_000 } });
    const identity = identify(chat, 'hana');
    const first = (await open(chat, { identity })).body.data;
    const { sql } = server.platform.database;
    const addArchived = async (from: number, to: number) => {
      await sql`
        INSERT INTO threads (id, workspace_id, agent_id, metadata, status)
        SELECT 'thr_zz' || n, workspace_id, agent_id, metadata, 'archived'
        FROM threads, generate_series(${from}::int, ${to}::int) AS n WHERE id = ${first.threadId}`;
      await sql`
        INSERT INTO chat_sessions (id, workspace_id, interface_id, visitor, thread_id, token_hash, metadata, ends_at)
        SELECT 'ses_zz' || n, workspace_id, interface_id, visitor, 'thr_zz' || n, sha256(n::text::bytea), metadata, ends_at
        FROM chat_sessions, generate_series(${from}::int, ${to}::int) AS n WHERE id = ${first.id}`;
    };
    await addArchived(1, 199);
    expect((await open(chat, { identity })).body.data.threadId).toBe(first.threadId);
    await addArchived(200, 399);
    expect((await open(chat, { identity })).body.data.threadId).not.toBe(first.threadId);
    expect((await open(chat, { identity, threadId: first.threadId })).body.data.threadId).toBe(first.threadId);
  });

  test('stays with the archived agent of the interface, and with a person who answers', async () => {
    const mine = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Mine' } })).body.data.id;
    const chat = await createChat({ agent_id: mine });
    const session = (await open(chat, { identity: identify(chat, 'gil') })).body.data;
    const again = async () => (await open(chat, { identity: identify(chat, 'gil') })).body.data.threadId;
    const headers = { Authorization: `Bearer ${session.token}` };
    await call(server, 'POST', `${chat.base}/sessions/${session.id}/messages`, {
      key: null,
      headers,
      body: { content: 'Hello' },
    });
    await call(server, 'PATCH', `/api/v1/agents/${mine}`, { body: { status: 'archived' } });
    expect(await again()).toBe(session.threadId);

    await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body: { agent_id: agentId } });
    const conversation = `/api/v1/conversations/${session.threadId.replace('thr_', 'cnv_')}`;
    expect((await call(server, 'POST', `${conversation}/accept`)).status).toBe(200);
    expect(await again()).toBe(session.threadId);
    await call(server, 'POST', `${conversation}/return`);
    expect(await again()).not.toBe(session.threadId);
  });

  test('two devices that log in at the same moment share the thread', async () => {
    const chat = await createChat();
    const opened = await Promise.all(
      Array.from({ length: 5 }, async () => open(chat, { identity: identify(chat, 'dora') })),
    );
    expect(opened.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(opened.map(({ body }) => body.data.threadId)).size).toBe(1);
  });

  test('with another signature, or one that has expired, is refused', async () => {
    const chat = await createChat();
    const identity = identify(chat, 'ada');
    expect(codeOf(await open(chat, { identity: { ...identity, userId: 'bob' } }))).toEqual([401, 'invalid_api_key']);
    expect(codeOf(await open(chat, { identity: { ...identity, exp: identity.exp + 1 } }))).toEqual([
      401,
      'invalid_api_key',
    ]);
    expect(codeOf(await open(chat, { identity: { ...identity, signature: 'zz' } }))).toEqual([401, 'invalid_api_key']);
    const past = identify(chat, 'ada', Math.floor(Date.now() / 1000) - 1);
    expect(codeOf(await open(chat, { identity: past }))).toEqual([401, 'expired_api_key']);
    const rotated = await call(server, 'POST', `/api/v1/chat-interfaces/${chat.id}/rotate-identity-secret`);
    expect(rotated.body.data.identity_secret).not.toBe(chat.identity_secret);
    expect(codeOf(await open(chat, { identity }))).toEqual([401, 'invalid_api_key']);
  });
});

describe('origins (contract section 12)', () => {
  const from = (origin: string) => ({ Origin: origin });

  test('that are not allowed get a 404 without CORS headers; allowed ones, our own and none are accepted', async () => {
    const chat = await createChat({ allowed_origins: ['https://site.example', 'https://*.shop.example'] });
    const face = async (headers: Record<string, string>, method = 'GET') =>
      call(server, method, chat.base, { key: null, headers });
    for (const origin of ['https://evil.example', 'http://site.example', 'https://shop.example', 'null']) {
      for (const method of ['GET', 'OPTIONS']) {
        const { status, headers } = await face(from(origin), method);
        expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null]);
      }
    }
    for (const origin of [
      'https://site.example',
      'https://a.shop.example',
      new URL(server.platform.publicUrl).origin,
    ]) {
      const { status, headers } = await face(from(origin));
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
      expect(headers.get('vary')).toContain('Origin');
      expect((await face(from(origin), 'OPTIONS')).status).toBe(204);
    }
    expect((await face({})).status).toBe(200);
    expect((await face(from(server.url))).status).toBe(200);
  });

  test('of any page may read that an interface is paused or doesn’t exist', async () => {
    const chat = await createChat({ allowed_origins: ['https://site.example'] });
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body: { status: 'paused' } });
    for (const base of [chat.base, '/api/public/chat-interfaces/none']) {
      const { status, headers } = await call(server, 'GET', base, { key: null, headers: from('https://evil.example') });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([404, 'https://evil.example']);
      expect(headers.get('vary')).toContain('Origin');
      // Without its preflight, a request could not be read either.
      const preflight = await call(server, 'OPTIONS', base, { key: null, headers: from('https://evil.example') });
      expect(preflight.status).toBe(204);
    }
  });

  test('bind a token: it works on its own origin and in requests without an Origin', async () => {
    const chat = await createChat();
    const session = (await open(chat, {}, from('https://a.example'))).body.data;
    const at = async (origin: string) => visit(chat, session, 'GET', '', from(origin));
    expect((await at('https://a.example')).status).toBe(200);
    expect((await visit(chat, session)).status).toBe(200);
    const stolen = await at('https://b.example');
    expect(codeOf(stolen)).toEqual([401, 'invalid_api_key']);
    // The page must be able to read the rejection, or it could never start again.
    expect(stolen.headers.get('access-control-allow-origin')).toBe('https://b.example');
    expect(codeOf(await open(chat, { resume: session.token }, from('https://b.example')))).toEqual([
      401,
      'invalid_api_key',
    ]);
    const preflight = await call(server, 'OPTIONS', `${chat.base}/sessions/${session.id}/messages`, {
      key: null,
      headers: { ...from('https://a.example'), 'Access-Control-Request-Headers': 'authorization' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Authorization'),
    ]);
  });

  test('a paused interface is not found', async () => {
    const chat = await createChat();
    const session = (await open(chat)).body.data;
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body: { status: 'paused' } });
    const paused = await visit(chat, session);
    const unknown = await call(server, 'GET', '/api/public/chat-interfaces/never-there', { key: null });
    expect(codeOf(paused)).toEqual(codeOf(unknown));
    expect(paused.body.error.message).toBe(unknown.body.error.message);
  });
});

describe('the language of a visit', () => {
  const german = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' };
  const localesOf = async (chat: Chat) =>
    (await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}/sessions`)).body.data.map(
      ({ locale }: { locale: string | null }) => locale,
    );

  test('is that of the browser if the page sends none, also for the text of a daily limit', async () => {
    const texts = { de: { limit_message: 'Morgen wieder.' } };
    const chat = await createChat({ texts, limits: { daily_messages: 1 } });
    const { id, token } = (await open(chat, {}, german)).body.data;
    const message = { key: null, headers: { Authorization: `Bearer ${token}` }, body: { content: 'Hallo' } };
    const say = async () => call(server, 'POST', `${chat.base}/sessions/${id}/messages`, message);
    expect((await say()).status).toBe(200);
    expect((await say()).body.error.message).toBe('Morgen wieder.');
    expect(await localesOf(chat)).toEqual(['de-AT']);
  });

  test('is that of the page or of the interface, if either has one', async () => {
    const chat = await createChat();
    await open(chat, { locale: 'fr' }, german);
    expect(await localesOf(chat)).toEqual(['fr']);
    const spanish = await createChat({ locale: 'es', limits: { daily_messages: 1 } });
    await open(spanish, {}, german);
    expect(await localesOf(spanish)).toEqual([null]);
  });

  test.each(['*', '', '1x', '<b>', '"de"'])('is unknown if the browser prefers %j', async (language) => {
    const chat = await createChat();
    await open(chat, {}, { 'Accept-Language': language });
    expect(await localesOf(chat)).toEqual([null]);
  });
});

describe('tracking', () => {
  const visitOf = async (tracking: Record<string, unknown>) => {
    const chat = await createChat({ tracking });
    await open(
      chat,
      {
        pageUrl: 'https://site.example/p',
        referrer: 'https://search.example/',
        locale: 'de',
        metadata: { plan: 'pro' },
      },
      { 'User-Agent': 'Browser/1' },
    );
    return (await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}/sessions`)).body.data[0];
  };

  test('stores only what the interface allows', async () => {
    expect(await visitOf({})).toMatchObject({
      ip: '127.0.0.0',
      user_agent: 'Browser/1',
      referrer: 'https://search.example/',
      page_url: 'https://site.example/p',
      locale: 'de',
      metadata: { plan: 'pro' },
      status: 'active',
    });
    expect((await visitOf({ ip: 'full' })).ip).toBe('127.0.0.1');
    expect(await visitOf({ ip: 'none', user_agent: false, referrer: false })).toMatchObject({
      ip: null,
      user_agent: null,
      referrer: null,
      page_url: null,
    });
  });
});
