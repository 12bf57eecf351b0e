import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { openChat } from '../../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

interface Check {
  name: string;
  ok: boolean;
  reason: string;
  values: Record<string, unknown>;
  message: string;
  items?: { name: string; ok: boolean; reason: string; values: object; message: string; last_seen_at?: string }[];
}

async function create(path: string, body: unknown) {
  return (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
}
async function check(id: string): Promise<Record<string, Check>> {
  const { status, body } = await call(server, 'GET', `/api/v1/chat-interfaces/${id}/checks`);
  expect(status).toBe(200);
  return Object.fromEntries(body.data.map((one: Check) => [one.name, one]));
}
const load = async (slug: string, origin: string) =>
  call(server, 'GET', `/api/public/chat-interfaces/${slug}`, { key: null, headers: { origin } });

it('lists missing requirements until they are met', async () => {
  const agent = await create('agents', { name: 'Guide' });
  const chat = await create('chat-interfaces', { name: 'Help', agent_id: agent.id, status: 'paused' });
  const before = await check(chat.id);
  expect(Object.keys(before)).toEqual(['status', 'agent', 'knowledge', 'caps', 'origins', 'domains', 'sites']);
  expect(before).toMatchObject({
    status: { ok: false, reason: 'paused', values: {} },
    agent: { ok: true, reason: 'agent_active', values: { agent: 'Guide' } },
    knowledge: { ok: false, reason: 'knowledge_missing', message: expect.stringContaining('knowledge base') },
    caps: { ok: true, reason: 'caps_none', values: {} },
    origins: { ok: true, reason: 'origins_any', values: {} },
    domains: { ok: true, reason: 'domains_none', values: {} },
    sites: { ok: false, reason: 'sites_none', values: {}, items: [] },
  });

  const base = await create('knowledge-bases', { name: 'Handbook' });
  await call(server, 'PATCH', `/api/v1/agents/${agent.id}`, { body: { knowledge_base_ids: [base.id] } });
  const noDocuments = { reason: 'documents_missing', values: { ready: 0, in_progress: 0, failed: 0 } };
  expect((await check(chat.id))['knowledge']).toMatchObject({ ok: false, ...noDocuments });
  await create(`knowledge-bases/${base.id}/documents`, { name: 'Hours', text: 'We open at nine.' });
  const ready = await eventually(async () => {
    const { knowledge } = await check(chat.id);
    return knowledge?.ok === true ? knowledge : undefined;
  });
  expect(ready).toMatchObject({
    message: '1 document is ready.',
    reason: 'documents_ready',
    values: { ready: 1, in_progress: 0, failed: 0 },
  });

  await call(server, 'PATCH', `/api/v1/agents/${agent.id}`, { body: { status: 'archived' } });
  const limits = { daily_messages: 5 };
  const allowed = { allowed_origins: ['https://example.com'] };
  const patch = { status: 'active', custom_domains: ['chat.example.com'], limits, ...allowed };
  await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body: patch });
  const after = await check(chat.id);
  expect(after).toMatchObject({
    status: { ok: true, reason: 'active' },
    agent: { ok: false, reason: 'agent_archived' },
    caps: { ok: true, reason: 'caps_set', values: { messages: 5 } },
    origins: { ok: true, reason: 'origins_listed', values: { origins: ['https://example.com'] } },
    domains: { ok: false, reason: 'domains_unverified', values: { unverified: 1, total: 1 } },
  });
  expect(after['domains']?.items).toEqual([
    {
      name: 'chat.example.com',
      ok: false,
      reason: expect.stringMatching(/^record_(unchecked|missing)$/),
      values: { record: '_portico.chat.example.com', value: expect.stringMatching(/./) },
      message: expect.stringContaining('_portico.chat.example.com'),
    },
  ]);
});

it('reports when today’s cap is reached, until it is raised', async () => {
  const chat = await openChat(server, { limits: { daily_messages: 1 } });
  expect((await chat.say('Hello')).status).toBe(200);
  const { caps } = await eventually(async () => {
    const found = await check(chat.id);
    return found['caps']?.ok === false ? found : undefined;
  });
  expect(caps?.message).toContain('reached');
  expect(caps).toMatchObject({ reason: 'caps_reached', values: { messages: 1 } });
  const isOkWith = async (limits: object) => {
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body: { limits } });
    return (await check(chat.id))['caps']?.ok;
  };
  expect(await isOkWith({ daily_messages: 2 })).toBe(true);
  expect(await isOkWith({ daily_credits: 0.000_001 })).toBe(false);
  expect(await isOkWith({ daily_credits: 9 })).toBe(true);
});

it('records the sites that load the public configuration, once per host', async () => {
  const agent = await create('agents', { name: 'Guide' });
  const chat = await create('chat-interfaces', { name: 'Help', agent_id: agent.id });
  await load(chat.slug, 'https://www.example.com');
  await load(chat.slug, 'https://www.example.com');
  await load(chat.slug, 'http://localhost:5173');
  await load(chat.slug, server.url);
  await load(chat.slug, 'null');
  await call(server, 'GET', `/api/public/chat-interfaces/${chat.slug}`, { key: null });
  const { sites } = await check(chat.id);
  const [latest] = sites?.items ?? [];
  expect(sites).toMatchObject({ ok: true, reason: 'sites_seen', values: { host: latest?.name, more: 1 } });
  expect(latest).toMatchObject({ reason: 'site_seen', values: {} });
  expect(sites?.items?.map(({ name }) => name).toSorted()).toEqual(['localhost:5173', 'www.example.com']);
  const rows = await server.platform.database.sql`SELECT * FROM chat_sites WHERE interface_id = ${chat.id}`;
  expect(rows).toHaveLength(2);
});

it('stores a limited number of sites, and none of an origin that is not allowed', async () => {
  const agent = await create('agents', { name: 'Guide' });
  const open = await create('chat-interfaces', { name: 'Open', agent_id: agent.id });
  for (let at = 0; at < 120; at += 1) await load(open.slug, `https://s${at}.example.com`);
  expect((await check(open.id))['sites']?.items).toHaveLength(100);
  const body = { name: 'Closed', agent_id: agent.id, allowed_origins: ['https://www.example.com'] };
  const closed = await create('chat-interfaces', body);
  expect((await load(closed.slug, 'https://elsewhere.example.com')).status).toBe(404);
  expect((await check(closed.id))['sites']?.items).toEqual([]);
});

it('is a 404 for an unknown interface, and needs interfaces:read', async () => {
  expect((await call(server, 'GET', '/api/v1/chat-interfaces/chi_unknown/checks')).status).toBe(404);
  const { key } = await create('api-keys', { name: 'Narrow', scopes: ['agents:read'] });
  expect((await call(server, 'GET', '/api/v1/chat-interfaces/chi_unknown/checks', { key })).status).toBe(403);
});
