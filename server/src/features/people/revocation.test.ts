import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { join, signUpOwner, TestBrowser } from '../../../test/browser.ts';
import { call, followFromNow } from '../../../test/client.ts';
import { makePersona, startTask } from '../../../test/persona-tasks.ts';
import { connected, disconnected, openSocket } from '../../../test/sockets.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

const publicUrl = 'http://portico.example.com';
let server: ServerUnderTest;
let owner: TestBrowser;
let thread: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: publicUrl });
  owner = await signUpOwner(server);
  const agent = (await owner.send('POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  thread = (await owner.send('POST', `/api/v1/agents/${agent}/threads`)).body.data.id;
});
afterAll(async () => server.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

function connect(browser: TestBrowser, headers: Record<string, string> = {}, auth: object = {}): Socket {
  const own = { Cookie: browser.cookie ?? '', 'Sec-Fetch-Site': 'same-origin', ...headers };
  const socket = openSocket(server, '/threads', { workspace: browser.workspace, ...auth }, own);
  sockets.push(socket);
  return socket;
}

const memberId = async (email: string): Promise<string> =>
  (await owner.send('GET', '/api/v1/members?per_page=100')).body.data.find(
    ({ user }: { user: { email: string } }) => user.email === email,
  ).id;

let people = 0;
const newEmail = (): string => {
  people += 1;
  return `person-${people}@example.com`;
};

describe('open streams and sockets of a person end with their permission', () => {
  test.each<[string, (browser: TestBrowser, email: string) => Promise<unknown>]>([
    ['the person signs out', async (browser) => browser.send('POST', '/api/v1/auth/sign-out')],
    [
      'the session is ended from another browser',
      async (browser) => {
        const [{ id }] = (await browser.send('GET', '/api/v1/me/sessions')).body.data;
        await browser.send('DELETE', `/api/v1/me/sessions/${id}`);
      },
    ],
    [
      'the person is removed from the workspace',
      async (_, email) => owner.send('DELETE', `/api/v1/members/${await memberId(email)}`),
    ],
    // Other processes' actions are visible only in the database.
    [
      'another process ends the session',
      async (_, email) => server.platform.database.sql`
        DELETE FROM sign_in_sessions WHERE user_id = (SELECT id FROM users WHERE email = ${email})`,
    ],
    [
      'the session is too old',
      async (_, email) => server.platform.database.sql`
        UPDATE sign_in_sessions SET created_at = now() - interval '61 days'
        WHERE user_id = (SELECT id FROM users WHERE email = ${email})`,
    ],
  ])('%s', async (_, end) => {
    const email = newEmail();
    const browser = await join(owner, email, 'viewer');
    const path = `/api/v1/threads/${thread}/events?workspace=${browser.workspace ?? ''}`;
    const stream = await followFromNow(server, path, { key: null, headers: { Cookie: browser.cookie ?? '' } });
    const socket = connect(browser);
    expect(await connected(socket)).toBe(true);
    expect(await socket.emitWithAck('subscribe', { thread_id: thread })).toEqual({ ok: true });
    const gone = disconnected(socket);
    await end(browser, email);
    await stream.events;
    expect(await gone).toBe('io server disconnect');
  });

  test('a role without the scope', async () => {
    const { key } = (await owner.send('POST', '/api/v1/api-keys', { body: { name: 'E', scopes: ['executions:read'] } }))
      .body.data;
    expect(key).toEqual(expect.any(String));
    const email = newEmail();
    const browser = await join(owner, email, 'editor');
    const persona = await makePersona(server, { autonomyLevel: 'approve_all', sopSteps: ['Only'] });
    const { id } = await startTask(server, persona.id);
    const stream = await followFromNow(server, `/api/personas/instances/${id}/events`, {
      key: null,
      headers: { Cookie: browser.cookie ?? '' },
    });
    // A responder may read threads, but not personas.
    await owner.send('PATCH', `/api/v1/members/${await memberId(email)}`, { body: { role: 'responder' } });
    await stream.events;
    const refused = await browser.send('GET', `/api/personas/instances/${id}`);
    expect(refused.status).toBe(403);
  });

  test('the key that opened the session', async () => {
    const scopes = (await call(server, 'GET', '/api/v1/me')).body.data.scopes;
    const issued = (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'C', scopes } })).body.data;
    const browser = new TestBrowser(server);
    await browser.send('POST', '/api/v1/auth/sign-in-with-key', { body: { api_key: issued.key } });
    const socket = connect(browser);
    expect(await connected(socket)).toBe(true);
    const gone = disconnected(socket);
    await call(server, 'POST', `/api/v1/api-keys/${issued.id}/rotate`);
    expect(await gone).toBe('io server disconnect');
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401);
  });

  test('a link to a task that was shown to the person', async () => {
    const persona = await makePersona(server, { autonomyLevel: 'approve_all', sopSteps: ['Only'] });
    const { id } = await startTask(server, persona.id);
    const email = newEmail();
    const browser = await join(owner, email, 'viewer');
    const { link } = (await browser.send('GET', `/api/personas/instances/${id}`)).body.data;
    const headers = { Authorization: `Bearer ${new URL(link).hash.replace('#token=', '')}` };
    const path = `/api/public/persona-instances/${id}`;
    expect((await call(server, 'GET', path, { key: null, headers })).status).toBe(200);
    const stream = await followFromNow(server, `${path}/events`, { key: null, headers });
    await owner.send('DELETE', `/api/v1/members/${await memberId(email)}`);
    expect((await call(server, 'GET', path, { key: null, headers })).status).toBe(404);
    await stream.events;
  });
});

describe('a socket with the cookie', () => {
  test('is refused from another page', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site', Origin: publicUrl },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': '' },
    ]) {
      expect(await connected(connect(owner, headers))).toMatchObject({ code: 'insufficient_scope' });
    }
    const foreign = await connected(connect(owner, { Origin: 'https://evil.example' }));
    expect(foreign).toMatchObject({ code: 'insufficient_scope' });
  });

  test('is refused for a workspace of somebody else, and without a session', async () => {
    expect(await connected(connect(owner, {}, { workspace: 'ws_other' }))).toMatchObject({
      code: 'resource_not_found',
    });
    expect(await connected(connect(owner, { Cookie: 'portico_session=wrong' }))).toMatchObject({
      code: 'invalid_api_key',
    });
  });

  test('can only follow what the role may read', async () => {
    const socket = connect(owner);
    expect(await connected(socket)).toBe(true);
    expect(await socket.emitWithAck('subscribe', { thread_id: 'thr_none' })).toMatchObject({
      ok: false,
      error: { code: 'resource_not_found' },
    });
  });
});

test('streams are counted per person, in all browsers together', async () => {
  const limited = await startServer({ MAX_STREAMS_PER_KEY: '2' });
  try {
    const browser = await signUpOwner(limited);
    const agent = (await browser.send('POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
    const { id } = (await browser.send('POST', `/api/v1/agents/${agent}/threads`)).body.data;
    const stop = new AbortController();
    const options = { key: null, headers: { Cookie: browser.cookie ?? '' }, signal: stop.signal };
    const open = [
      await followFromNow(limited, `/api/v1/threads/${id}/events`, options),
      await followFromNow(limited, `/api/v1/threads/${id}/events`, options),
    ];
    const third = await browser.send('GET', `/api/v1/threads/${id}/events`, {
      headers: { Accept: 'text/event-stream' },
    });
    expect([third.status, third.body.error.details.window]).toEqual([429, 'concurrent']);
    stop.abort();
    await Promise.all(open.map(async ({ events }) => events.catch(() => undefined)));
  } finally {
    await limited.close();
  }
});

test('Idempotency-Key and rate limits apply per person and workspace', async () => {
  const limited = await startServer({ RATE_LIMIT_PER_MINUTE: '20' });
  try {
    const browser = await signUpOwner(limited);
    const other = await join(browser, 'other@example.com', 'editor');
    const headers = { 'Idempotency-Key': 'once' };
    const body = { name: 'Guide' };
    const first = await browser.send('POST', '/api/v1/agents', { body, headers });
    const replayed = await browser.send('POST', '/api/v1/agents', { body, headers });
    expect([replayed.headers.get('idempotent-replayed'), replayed.body.data.id]).toEqual(['true', first.body.data.id]);
    const theirs = await other.send('POST', '/api/v1/agents', { body, headers });
    expect(theirs.body.data.id).not.toBe(first.body.data.id);
    let refused;
    for (let request = 0; request < 41 && refused?.status !== 429; request += 1) {
      refused = await browser.send('GET', '/api/v1/agents');
    }
    expect(refused?.status).toBe(429);
    expect((await other.send('GET', '/api/v1/agents')).status).toBe(200);
  } finally {
    await limited.close();
  }
});
