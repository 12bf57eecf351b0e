import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, signUpOwner, TestBrowser } from '../../../test/browser.ts';
import { call, eventually } from '../../../test/client.ts';
import { openChat } from '../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

let server: ServerUnderTest;
let owner: TestBrowser;
beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server);
});
afterAll(async () => server.close());

const log = async (query: string) => (await owner.send('GET', `/api/v1/audit-log?per_page=100&${query}`)).body.data;
const actionsOn = async (id: string): Promise<string[]> =>
  (await log(`resource_id=${id}`)).map(({ action }: { action: string }) => action);
const make = async (path: string, body: object, prefix = '/api/v1') => {
  const answer = await owner.send('POST', prefix + path, { body });
  expect([path, answer.status, answer.body.error]).toEqual([path, 201, undefined]);
  return answer.body.data;
};

describe('each change is recorded, with who made it', () => {
  const workflow = {
    definition: { nodes: [{ id: 'a', type: 'template', config: { text: 'x' } }], edges: [], outputs: {} },
  };
  const cases: [string, () => Promise<{ path: string; id: string; patch: object }>][] = [
    [
      'agent',
      async () => ({ path: '/api/v1/agents', ...(await make('/agents', { name: 'A' })), patch: { temperature: 0.1 } }),
    ],
    [
      'workflow',
      async () => ({
        path: '/api/v1/workflows',
        ...(await make('/workflows', { name: 'W', ...workflow })),
        patch: { name: 'V' },
      }),
    ],
    [
      'trigger',
      async () => {
        const { id } = await make('/workflows', { name: 'W', ...workflow });
        const trigger = await make('/triggers', { name: 'T', workflow_id: id, type: 'webhook' });
        return { path: '/api/v1/triggers', ...trigger, patch: { enabled: false } };
      },
    ],
    [
      'knowledge_base',
      async () => ({
        path: '/api/v1/knowledge-bases',
        ...(await make('/knowledge-bases', { name: 'K' })),
        patch: { description: 'New' },
      }),
    ],
    [
      'chat_interface',
      async () => {
        const { id } = await make('/agents', { name: 'A' });
        const chat = await make('/chat-interfaces', { name: 'C', agent_id: id });
        return { path: '/api/v1/chat-interfaces', ...chat, patch: { status: 'paused' } };
      },
    ],
    [
      'form_interface',
      async () => {
        const { id } = await make('/agents', { name: 'A' });
        const form = await make('/form-interfaces', { name: 'F', target_type: 'agent', agent_id: id });
        return { path: '/api/v1/form-interfaces', ...form, patch: { status: 'paused' } };
      },
    ],
    [
      'persona',
      async () => {
        const body = { name: 'P', category: 'Research', sopSteps: ['One'], model: 'x', systemPrompt: 'y' };
        return { path: '/api/personas', ...(await make('', body, '/api/personas')), patch: { description: 'New' } };
      },
    ],
    [
      'webhook',
      async () => {
        const body = { url: 'https://example.com/hook', event_types: ['*'] };
        return { path: '/api/v1/webhooks', ...(await make('/webhooks', body)), patch: { status: 'disabled' } };
      },
    ],
  ];

  test.each(cases)('%s', async (type, create) => {
    const { path, id, patch } = await create();
    expect((await owner.send('PATCH', `${path}/${id}`, { body: patch })).status).toBe(200);
    const same = await owner.send('PATCH', `${path}/${id}`, { body: patch });
    expect(same.status).toBe(200);
    const deleted = await owner.send('DELETE', `${path}/${id}`, { headers: { 'X-Request-Id': `delete-${type}` } });
    expect(deleted.status).toBe(200);
    const [last, updated, created, ...others] = await log(`resource_id=${id}`);
    expect(others).toEqual([]);
    const me = (await owner.send('GET', '/api/v1/me')).body.data.user;
    expect(created).toMatchObject({ action: `${type}.created`, resource: { type, id } });
    const [field = ''] = Object.keys(patch);
    expect(updated).toMatchObject({ action: `${type}.updated`, actor: { type: 'user', id: me.id, name: me.name } });
    expect(Object.keys(updated.changes)).toEqual([field]);
    expect(updated.changes[field].after).toEqual(Object.values(patch)[0]);
    expect(last).toMatchObject({
      id: expect.stringMatching(/^aud_/),
      action: `${type}.deleted`,
      ip: '127.0.0.1',
      request_id: `delete-${type}`,
    });
    expect(last.resource.name).toEqual(expect.any(String));
  });

  test('api_key, by a key', async () => {
    const body = { name: 'K', scopes: ['agents:read'] };
    const { id } = (await call(server, 'POST', '/api/v1/api-keys', { body })).body.data;
    await call(server, 'POST', `/api/v1/api-keys/${id}/rotate`);
    await call(server, 'DELETE', `/api/v1/api-keys/${id}`);
    await call(server, 'DELETE', `/api/v1/api-keys/${id}`);
    const entries = await log(`resource_id=${id}`);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'api_key.deleted',
      'api_key.rotated',
      'api_key.created',
    ]);
    expect(entries[0].actor).toMatchObject({ type: 'api_key', name: 'admin' });
  });

  test('member, invitation, workspace and session', async () => {
    const invitation = await make('/invitations', { email: 'grace@example.com', role: 'viewer' });
    expect(await actionsOn(invitation.id)).toEqual(['invitation.created']);
    const grace = new TestBrowser(server);
    const token = invitation.link.split('=')[1];
    await grace.send('POST', '/api/v1/auth/accept-invitation', {
      body: { token, name: 'Grace', password: goodPassword },
    });
    const members = (await owner.send('GET', '/api/v1/members')).body.data;
    const { id } = members.find(({ user }: { user: { name: string } }) => user.name === 'Grace');
    await owner.send('PATCH', `/api/v1/members/${id}`, { body: { role: 'editor' } });
    await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', {
      body: { email: 'grace@example.com', password: 'wrong' },
    });
    await grace.send('POST', '/api/v1/auth/sign-out');
    await owner.send('DELETE', `/api/v1/members/${id}`);
    const settings = { timezone: 'Europe/Berlin', retention: null, mcp: null };
    await owner.send('PATCH', '/api/v1/workspace', { body: settings });
    expect(await actionsOn(id)).toEqual(['member.deleted', 'member.updated', 'member.created']);
    const [updated] = await log(`resource_id=${id}&action=member.updated`);
    expect(updated.changes).toEqual({ role: { before: 'viewer', after: 'editor' } });
    const [workspace] = await log('action=workspace.updated');
    expect(workspace.changes).toEqual({ timezone: { before: 'UTC', after: 'Europe/Berlin' } });
    // Written after the response, so that the response time reveals nothing.
    const failed = await eventually(async () => (await log('action=session.failed'))[0]);
    expect(failed).toMatchObject({
      actor: { name: 'Grace' },
      resource: { type: 'session', name: 'grace@example.com' },
    });
    const [ended] = await log('action=session.ended');
    expect(ended).toMatchObject({ actor: { type: 'user', name: 'Grace' } });
    expect(await actionsOn(ended.resource.id)).toEqual(['session.ended', 'session.created']);
  });
});

test('a person who takes over a conversation is recorded', async () => {
  const { conversationId: id, say } = await openChat(server);
  await say('Hello');
  expect((await owner.send('POST', `/api/v1/conversations/${id}/accept`)).status).toBe(200);
  expect((await owner.send('POST', `/api/v1/conversations/${id}/accept`)).status).toBe(200);
  const [accepted, ...others] = await log(`resource_id=${id}`);
  expect(others).toEqual([]);
  expect(accepted).toMatchObject({
    action: 'conversation.accepted',
    actor: { type: 'user', name: 'Ada Lovelace' },
    resource: { type: 'conversation', id, name: 'Help desk' },
    changes: { status: { before: 'bot', after: 'human' }, assignee: { before: null, after: 'Ada Lovelace' } },
  });
});

test('a source is recorded, without its headers', async () => {
  const { id: base } = await make('/knowledge-bases', { name: 'Site' });
  const path = `/knowledge-bases/${base}/sources`;
  const headers = { Authorization: 'Bearer of-the-source' };
  const source = await make(path, { type: 'urls', urls: ['https://example.com/a'], headers });
  await owner.send('PATCH', `/api/v1${path}/${source.id}`, { body: { max_pages: 7 } });
  await owner.send('DELETE', `/api/v1${path}/${source.id}`);
  expect(await actionsOn(source.id)).toEqual(['source.deleted', 'source.updated', 'source.created']);
  expect(JSON.stringify(await log(`resource_id=${source.id}`))).not.toContain('of-the-source');
});

test('secrets and headers are masked', async () => {
  const secret = 'Bearer top-secret-value';
  const tool = {
    type: 'http',
    name: 'a',
    request: { url: 'https://api.example.com', headers: { 'X-Custom': secret } },
  };
  const { id } = await make('/agents', { name: 'Secretive', tools: [tool] });
  const other = { ...tool, request: { ...tool.request, headers: { 'X-Custom': `${secret}-2` } } };
  await owner.send('PATCH', `/api/v1/agents/${id}`, { body: { tools: [other] } });
  await make('/webhooks', { url: 'https://example.com/hook', event_types: ['*'] });
  await owner.send('PATCH', '/api/v1/me', {
    body: { password: 'quiet violet harbour 71', current_password: goodPassword },
  });
  const text = JSON.stringify(await log(''));
  expect(text).not.toContain('top-secret-value');
  expect(text).not.toMatch(/whsec_|argon2|ptk_/);
  const [updated] = await log(`resource_id=${id}&action=agent.updated`);
  expect(updated.changes.tools.after[0].request.headers).toEqual({ 'X-Custom': '••••••••' });
});

test('keys in the parameters of an address and of a request are masked', async () => {
  const requestWith = (secret: string) => ({
    url: `https://api.example.com/?api-key=${secret}&key=${secret}&page=2`,
    query: { key: secret, subscription_key: secret, author: 'Ada' },
    body: `grant_type=client_credentials&client_secret=${secret}`,
  });
  const toolWith = (secret: string) => ({ type: 'http', name: 'a', request: requestWith(secret) });
  const { id } = await make('/agents', { name: 'Discreet', tools: [toolWith('first-quiet-value')] });
  await owner.send('PATCH', `/api/v1/agents/${id}`, { body: { tools: [toolWith('second-quiet-value')] } });
  const [updated, created] = await log(`resource_id=${id}`);
  expect(JSON.stringify([updated, created])).not.toContain('quiet-value');
  expect(updated.changes.tools.after[0].request).toMatchObject({
    url: 'https://api.example.com/?api-key=••••••••&key=••••••••&page=2',
    query: { key: '••••••••', subscription_key: '••••••••', author: 'Ada' },
    body: 'grant_type=client_credentials&client_secret=••••••••',
  });
  // A webhook without a name is named by its address, whose path can be a key.
  const webhook = await make('/webhooks', { url: 'https://hooks.example.com/T1/quiet-value?room=5' });
  const patch = { url: 'https://hooks.example.com/T1/other-quiet-value' };
  await owner.send('PATCH', `/api/v1/webhooks/${webhook.id}`, { body: patch });
  const entries = await log(`resource_id=${webhook.id}`);
  const masked = 'https://hooks.example.com/••••••••';
  expect(entries[0]).toMatchObject({ resource: { name: masked }, changes: { url: { before: masked, after: masked } } });
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain('quiet-value');
});

test('a change that is rolled back leaves no entry, and a change whose entry fails is rolled back', async () => {
  const { sql } = server.platform.database;
  await sql.unsafe('ALTER TABLE audit_log RENAME TO audit_log_away');
  const refused = await owner.send('POST', '/api/v1/agents', { body: { name: 'Unrecorded' } });
  await sql.unsafe('ALTER TABLE audit_log_away RENAME TO audit_log');
  expect(refused.status).toBe(500);
  expect(JSON.stringify((await owner.send('GET', '/api/v1/agents?per_page=100')).body)).not.toContain('Unrecorded');
});

test('the table refuses UPDATE and DELETE, except to the retention sweep', async () => {
  const { sql } = server.platform.database;
  await expect(sql`UPDATE audit_log SET actor_name = 'Nobody'`).rejects.toThrow('append-only');
  await expect(sql`DELETE FROM audit_log`).rejects.toThrow('append-only');
  const before = (await owner.send('GET', '/api/v1/audit-log')).body.pagination.total_count;
  await server.platform.database.transaction(async (tx) => {
    await tx`SET LOCAL portico.audit_sweep = 'on'`;
    await tx`DELETE FROM audit_log WHERE id = (SELECT min(id) FROM audit_log)`;
  });
  expect((await owner.send('GET', '/api/v1/audit-log')).body.pagination.total_count).toBe(before - 1);
  await expect(sql`DELETE FROM audit_log`).rejects.toThrow('append-only');
});

test('entries of an earlier version lose the names of visitors', async () => {
  const { database } = server.platform;
  const workspace = owner.workspace ?? '';
  await database.sql`
    INSERT INTO audit_log (id, workspace_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
      resource_name, changes)
    VALUES ('aud_old1', ${workspace}, 'user', 'usr_1', 'Ada', 'conversation.accepted', 'conversation', 'cnv_old',
        'Kim Visitor', '{"status":{"before":"bot","after":"human"}}'),
      ('aud_old2', ${workspace}, 'user', 'usr_1', 'Ada', 'export.created', 'export', 'wsp_old', 'conversations',
        '{"q":{"before":null,"after":"kim@example.com"},"format":{"before":null,"after":"csv"}}')`;
  const migration = join(import.meta.dirname, '../../../migrations/0923_audit_log_without_visitors.sql');
  const statements = await readFile(migration, 'utf8');
  await database.transaction(async (tx) => tx.unsafe(statements));
  expect(await log('resource_id=cnv_old')).toMatchObject([
    { resource: { name: null }, changes: { status: { after: 'human' } } },
  ]);
  const [exported] = await log('resource_id=wsp_old');
  expect(exported).toMatchObject({ resource: { name: 'conversations' } });
  expect(exported.changes).toEqual({ format: { before: null, after: 'csv' } });
  await expect(database.sql`UPDATE audit_log SET actor_name = 'Nobody'`).rejects.toThrow('append-only');
});

test('filters by actor, action, resource and time', async () => {
  const me = (await owner.send('GET', '/api/v1/me')).body.data.user;
  for (const entry of await log(`actor=${me.id}`)) expect(entry.actor.id).toBe(me.id);
  for (const entry of await log('action=agent.created')) expect(entry.action).toBe('agent.created');
  expect(await log('to=2020-01-01')).toEqual([]);
  const all = await log('');
  expect(await log(`from=${all.at(-1).at}`)).toEqual(all);
  expect((await owner.send('GET', '/api/v1/audit-log?from=2021-01-01&to=2020-01-01')).status).toBe(400);
  expect((await owner.send('GET', '/api/v1/audit-log?since=2020-01-01')).status).toBe(400);
});

test('can be read by anyone with audit:read in the workspace, and by nobody else', async () => {
  const second = await make('/workspaces', { name: 'Elsewhere' });
  const headers = { 'X-Portico-Workspace': second.id };
  const { data } = (await owner.send('GET', '/api/v1/audit-log', { headers })).body;
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['member.created', 'workspace.created']);
  const { key } = (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'K', scopes: ['agents:read'] } }))
    .body.data;
  expect((await call(server, 'GET', '/api/v1/audit-log', { key })).status).toBe(403);
});
