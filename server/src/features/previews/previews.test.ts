import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, followFromNow } from '../../../test/client.ts';
import { signIdentity } from '../../../test/sign-identity.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';
import { fillConversations } from '../conversations/conversation/upkeep.sql.ts';

let server: ServerUnderTest;
const workflows = workflowRuns(() => server);
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const header = (token: string, more: object = {}) => ({ key: null, headers: { 'X-Portico-Preview': token, ...more } });
async function create(path: string, body: unknown) {
  return (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
}
async function preview(path: string, body: unknown) {
  const answer = await call(server, 'POST', `/api/v1/${path}/preview`, { body });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
async function createChat(more: object = {}) {
  const agent = await create('agents', { name: 'Guide' });
  const chat = await create('chat-interfaces', { name: 'Help', agent_id: agent.id, ...more });
  return { ...chat, path: `chat-interfaces/${chat.id}`, base: `/api/public/chat-interfaces/${chat.slug}` };
}

describe('a preview of a chat interface', () => {
  it('shows the draft to anyone with its token, and saves nothing', async () => {
    const chat = await createChat();
    const draft = { branding: { primary_color: '#c0ffee' }, behaviour: { title: 'Draft' } };
    const { token, expires_at: expires, url } = await preview(chat.path, draft);
    expect(url).toBe(`${server.platform.publicUrl}/chat/${chat.slug}#preview=${token}`);
    expect(Math.round((Date.parse(expires) - Date.now()) / 60_000)).toBe(15);
    const shown = (await call(server, 'GET', chat.base, header(token))).body.data;
    expect(shown).toMatchObject({
      slug: chat.slug,
      branding: { primaryColor: '#c0ffee' },
      behaviour: { title: 'Draft' },
    });
    expect((await call(server, 'GET', chat.base, { key: null })).body.data.behaviour.title).toBe('Help');
    expect((await call(server, 'GET', `/api/v1/${chat.path}`)).body.data.behaviour.title).toBe('Help');
  });

  it('uses the draft’s agent; its conversation is marked and excluded from statistics', async () => {
    const chat = await createChat();
    const other = await create('agents', { name: 'Other' });
    const { token } = await preview(chat.path, { agent_id: other.id });
    const opened = await call(server, 'POST', `${chat.base}/sessions`, { ...header(token), body: {} });
    expect(opened.status).toBe(201);
    const { id, token: session, threadId } = opened.body.data;
    const sent = await call(server, 'POST', `${chat.base}/sessions/${id}/messages`, {
      ...header(token, { authorization: `Bearer ${session}` }),
      body: { content: 'Hello' },
    });
    expect(sent.status).toBe(200);
    const thread = (await call(server, 'GET', `/api/v1/threads/${threadId}`)).body.data;
    expect(thread).toMatchObject({ agent_id: other.id, metadata: { preview: true } });
    const { stats } = (await call(server, 'GET', `/api/v1/${chat.path}`)).body.data;
    expect(stats).toMatchObject({ sessions: 0, messages: 0 });
    const sessions = (await call(server, 'GET', `/api/v1/${chat.path}/sessions`)).body.data;
    expect(sessions).toMatchObject([{ id, preview: true }]);
    // Nobody from the team has to answer the owner, also not after a sweep for conversations of older processes.
    await fillConversations(server.platform.database.sql);
    const listed = await call(server, 'GET', `/api/v1/conversations?interface_id=${chat.id}`);
    expect(listed.body.data).toEqual([]);
    // It does count in usage.
    const [used] = await server.platform.database
      .sql`SELECT spent FROM interface_credits WHERE interface_id = ${chat.id}`;
    expect(used?.['spent']).toBeGreaterThan(0);
    const real = await call(server, 'POST', `${chat.base}/sessions`, { key: null, body: {} });
    expect(real.status).toBe(201);
    expect((await call(server, 'GET', `/api/v1/${chat.path}`)).body.data.stats).toMatchObject({ sessions: 1 });
  });

  it('has its own conversations, also for a visitor whom the site has identified', async () => {
    const chat = await createChat({ handover: { enabled: true } });
    const { token } = await preview(chat.path, {});
    const identity = signIdentity(chat.identity_secret, { userId: 'ada' });
    const live = { key: null };
    const begin = async (options: object, body: object = { identity }) =>
      call(server, 'POST', `${chat.base}/sessions`, { ...options, body });
    const at = async (
      session: { id: string; token: string },
      method: string,
      rest: string,
      body?: object,
      draft = {},
    ) =>
      call(server, method, `${chat.base}/sessions/${session.id}${rest}`, {
        key: null,
        headers: { authorization: `Bearer ${session.token}`, ...draft },
        body,
      });
    const draft = { 'x-portico-preview': token };

    const tried = (await begin(header(token))).body.data;
    expect((await at(tried, 'POST', '/messages', { content: 'Tried' }, draft)).status).toBe(200);
    const real = (await begin(live)).body.data;
    expect(real).toMatchObject({ messages: [], visitorId: tried.visitorId });
    await at(real, 'POST', '/messages', { content: 'Real' });
    const again = (await begin(header(token))).body.data;
    expect(again.threadId).toBe(tried.threadId);
    expect((await begin(live)).body.data.threadId).toBe(real.threadId);
    const past = (await at(real, 'GET', '/conversations')).body.data;
    expect(past).toMatchObject([{ threadId: real.threadId, title: 'Real' }]);
    expect((await at(tried, 'GET', '/conversations', undefined, draft)).body.data).toMatchObject([{ title: 'Tried' }]);
    expect((await at(real, 'POST', '/handover', {})).body.data).toMatchObject({ status: 'waiting' });

    // The token of one is useless in the other.
    for (const [options, resume] of [
      [header(token), real.token],
      [live, tried.token],
    ]) {
      expect((await begin(options, { resume })).status).toBe(401);
    }
    expect((await begin(header(token), { identity, threadId: real.threadId })).status).toBe(400);
    expect((await begin(header(token), { resumeLink: 'any' })).status).toBe(401);
    expect((await at(real, 'POST', '/messages', { content: 'Mixed' }, draft)).status).toBe(401);
  });

  it('does not reach the team', async () => {
    const chat = await createChat({ handover: { enabled: true } });
    const { token } = await preview(chat.path, {});
    const { id, token: session } = (await call(server, 'POST', `${chat.base}/sessions`, { ...header(token), body: {} }))
      .body.data;
    const asked = await call(server, 'POST', `${chat.base}/sessions/${id}/handover`, {
      ...header(token, { authorization: `Bearer ${session}` }),
      body: {},
    });
    expect([asked.status, asked.body.error.details.fields]).toEqual([
      400,
      [{ path: 'body', message: 'does not reach the team from a preview', code: 'not_allowed' }],
    ]);
  });

  it('shows a paused chat, with a page while the preview is open', async () => {
    const chat = await createChat({ status: 'paused' });
    expect((await call(server, 'GET', `/chat/${chat.slug}`, { key: null })).status).toBe(404);
    const { token } = await preview(chat.path, {});
    expect((await call(server, 'GET', chat.base, { key: null })).status).toBe(404);
    expect((await call(server, 'GET', chat.base, header(token))).status).toBe(200);
    const page = await call(server, 'GET', `/chat/${chat.slug}`, { key: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self' http/);
  });

  it('follows a paused chat while a preview of it is open', async () => {
    const paused = await createChat({ status: 'paused' });
    const { token } = await preview(paused.path, {});
    const open = async (chat: { base: string }, sent: ReturnType<typeof header> | { key: null }) => {
      const { data } = (await call(server, 'POST', `${chat.base}/sessions`, { ...sent, body: {} })).body;
      return { path: `${chat.base}/sessions/${data.id}`, token: data.token };
    };
    const session = await open(paused, header(token));
    const sent = header(token, { authorization: `Bearer ${session.token}` });
    const follow = async () =>
      followFromNow(server, `${session.path}/events`, {
        ...sent,
        until: ({ event }) => event === 'message:completed',
      });
    const shown = await follow();
    // All sessions are checked together, so once another one has ended, this one was checked too.
    const live = await createChat();
    const other = await open(live, { key: null });
    const headers = { authorization: `Bearer ${other.token}` };
    const ended = await followFromNow(server, `${other.path}/events`, { key: null, headers });
    await call(server, 'PATCH', `/api/v1/${live.path}`, { body: { status: 'paused' } });
    await ended.events;
    await call(server, 'POST', `${session.path}/messages`, { ...sent, body: { content: 'Hello' } });
    expect((await shown.events).map(({ event }) => event)).toContain('message:completed');

    const last = await follow();
    await server.platform.database.sql`
      UPDATE interface_previews SET expires_at = now() - interval '1 second' WHERE interface_id = ${paused.id}`;
    expect((await last.events).map(({ event }) => event)).not.toContain('message:completed');
  });

  it('refuses a token that is expired, unknown, or of another interface', async () => {
    const chat = await createChat();
    const { token } = await preview(chat.path, {});
    const other = await createChat();
    expect((await call(server, 'GET', other.base, header(token))).status).toBe(404);
    expect((await call(server, 'GET', chat.base, header('prv_unknown'))).status).toBe(401);
    await server.platform.database.sql`
      UPDATE interface_previews SET expires_at = now() - interval '1 second' WHERE interface_id = ${chat.id}`;
    const over = await call(server, 'GET', chat.base, header(token));
    expect(over).toMatchObject({ status: 401, body: { error: { code: 'expired_api_key' } } });
  });

  it('is not recorded as a site, and accepts other origins', async () => {
    const chat = await createChat();
    const { token } = await preview(chat.path, {});
    const origin = 'https://shop.example.com';
    const shown = await call(server, 'GET', chat.base, header(token, { origin }));
    expect(shown.headers.get('access-control-allow-origin')).toBe(origin);
    const rows = await server.platform.database.sql`SELECT 1 FROM chat_sites WHERE interface_id = ${chat.id}`;
    expect(rows).toHaveLength(0);
    const preflight = await fetch(server.url + chat.base, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-portico-preview',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-portico-preview');
  });

  it('validates the draft like a PATCH, and stores a limited number of drafts', async () => {
    const chat = await createChat();
    const bad = await call(server, 'POST', `/api/v1/${chat.path}/preview`, {
      body: { branding: { primary_color: '?' } },
    });
    expect(bad.body.error.details.fields[0].path).toBe('body.branding.primary_color');
    const agent = await call(server, 'POST', `/api/v1/${chat.path}/preview`, { body: { agent_id: 'agt_unknown' } });
    expect(agent.status).toBe(400);
    const first = await preview(chat.path, {});
    for (let at = 0; at < 50; at += 1) await preview(chat.path, {});
    expect((await call(server, 'GET', chat.base, header(first.token))).status).toBe(401);
    const rows = await server.platform.database.sql`SELECT 1 FROM interface_previews WHERE interface_id = ${chat.id}`;
    expect(rows).toHaveLength(50);
  });

  it('needs interfaces:write', async () => {
    const { key } = await create('api-keys', { name: 'Narrow', scopes: ['interfaces:read'] });
    const answer = await call(server, 'POST', '/api/v1/chat-interfaces/chi_unknown/preview', { body: {}, key });
    expect(answer.status).toBe(403);
    expect((await call(server, 'POST', '/api/v1/chat-interfaces/chi_unknown/preview', { body: {} })).status).toBe(404);
  });
});

describe('a preview of a form', () => {
  it('runs the draft’s workflow and mapping, marks the submission, and excludes it from all counts', async () => {
    const outputs = { output: '{{ nodes.say.outputs.text }}' };
    const live = await workflows.save({ nodes: [text('say', 'live')], outputs });
    const draft = await workflows.save({ nodes: [text('say', 'draft {{ inputs.shout }}')], outputs });
    const form = await create('form-interfaces', { title: 'Ask', target_type: 'workflow', workflow_id: live });
    const base = `/api/public/form-interfaces/${form.slug}`;
    const patch = { title: 'Ask more', workflow_id: draft, input_mapping: { shout: '{{ $uppercase(message) }}' } };
    const { token, url } = await preview(`form-interfaces/${form.id}`, patch);
    expect(url).toContain(`/forms/${form.slug}#preview=`);
    expect((await call(server, 'GET', base, header(token))).body.data.title).toBe('Ask more');
    const sent = await call(server, 'POST', `${base}/submissions`, { ...header(token), body: { message: 'hi' } });
    expect(sent.status).toBe(202);
    const done = await eventually(async () => {
      const { data } = (await call(server, 'GET', `${base}/submissions/${sent.body.data.id}`, header(token))).body;
      return data.executionStatus === 'completed' ? data : undefined;
    });
    expect(done.output).toBe('draft HI');
    const stored = (await call(server, 'GET', `/api/v1/form-interfaces/${form.id}`)).body.data;
    expect(stored).toMatchObject({ title: 'Ask', stats: { submissions: 0 } });
    const list = (await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`)).body.data;
    expect(list).toMatchObject([{ preview: true, output: 'draft HI' }]);
  });

  it('shows a paused form, and refuses a draft that could not be saved', async () => {
    const agent = await create('agents', { name: 'Guide' });
    const body = { title: 'Ask', target_type: 'agent', agent_id: agent.id, status: 'paused' };
    const form = await create('form-interfaces', body);
    const { token } = await preview(`form-interfaces/${form.id}`, { description: 'Draft' });
    const path = `/api/public/form-interfaces/${form.slug}`;
    expect((await call(server, 'GET', path, header(token))).body.data.description).toBe('Draft');
    expect((await call(server, 'GET', path, header('prv_x'))).status).toBe(401);
    const bad = await call(server, 'POST', `/api/v1/form-interfaces/${form.id}/preview`, {
      body: { input_mapping: { a: '{{ b' } },
    });
    expect(bad.status).toBe(400);
  });
});
