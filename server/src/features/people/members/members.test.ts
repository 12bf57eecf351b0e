import type { Role } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, join as joinAs, signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let owner: TestBrowser;
beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server, 'owner@example.com');
});
afterAll(async () => server.close());

const join = async (email: string, role: Role) => joinAs(owner, email, role);
const memberOf = async (email: string, reader = owner) =>
  (await reader.send('GET', '/api/v1/members?per_page=100')).body.data.find(
    ({ user }: { user: { email: string } }) => user.email === email,
  );

test('the list finds a part of a name or an e-mail address', async () => {
  await join('zebra@example.com', 'viewer');
  const find = async (search: string) => {
    const { body } = await owner.send('GET', `/api/v1/members?search=${encodeURIComponent(search)}`);
    return body.data.map(({ user }: { user: { email: string } }) => user.email);
  };
  expect(await find('ZEBRA@')).toEqual(['zebra@example.com']);
  expect(await find('ada love')).toEqual(['owner@example.com']);
  expect(await find('lovelace@')).toEqual([]);
});

test('an international domain is the same in the spellings of all browsers', async () => {
  await join('grace@xn--bcher-kva.de', 'viewer');
  const body = { email: 'Grace@bücher.de', password: goodPassword };
  expect((await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', { body })).status).toBe(200);
});

describe('an invitation', () => {
  test('is accepted once by a new person, with its role', async () => {
    const made = await owner.send('POST', '/api/v1/invitations', {
      body: { email: 'Grace@Example.com', role: 'editor' },
    });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      id: expect.stringMatching(/^inv_/),
      email: 'grace@example.com',
      role: 'editor',
      link: expect.stringMatching(/\/console#invitation=[\w-]{43}$/),
      invited_by: { type: 'user', name: 'Ada Lovelace' },
    });
    const days = (Date.parse(made.body.data.expires_at) - Date.parse(made.body.data.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
    const list = async () => (await owner.send('GET', '/api/v1/invitations')).body.data;
    expect(JSON.stringify(await list())).not.toContain('link');
    const one = await owner.send('GET', `/api/v1/invitations/${made.body.data.id}`);
    expect(one.status).toBe(200);
    expect(await list()).toContainEqual(one.body.data);

    const token = made.body.data.link.split('=')[1];
    const accept = async (browser: TestBrowser, password = goodPassword) =>
      browser.send('POST', '/api/v1/auth/accept-invitation', { body: { token, name: 'Grace Hopper', password } });
    const grace = new TestBrowser(server);
    expect((await accept(grace, 'password1234')).body.error.details.fields).toMatchObject([{ code: 'too_weak' }]);
    const answers = await Promise.all([accept(grace), accept(new TestBrowser(server))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await accept(new TestBrowser(server))).status).toBe(401);
    expect(await list()).not.toContainEqual(one.body.data);
    expect((await owner.send('GET', `/api/v1/invitations/${made.body.data.id}`)).status).toBe(404);
    expect(await memberOf('grace@example.com')).toMatchObject({ role: 'editor', presence: 'away' });
    const again = await owner.send('POST', '/api/v1/invitations', {
      body: { email: 'grace@example.com', role: 'viewer' },
    });
    expect(again.body.error.details.fields).toMatchObject([{ path: 'body.email', code: 'taken' }]);
  });

  test('for a person with an account needs that person’s session', async () => {
    await join('known@example.com', 'viewer');
    const { id } = await memberOf('known@example.com');
    expect((await owner.send('DELETE', `/api/v1/members/${id}`)).status).toBe(200);
    const made = await owner.send('POST', '/api/v1/invitations', {
      body: { email: 'known@example.com', role: 'viewer' },
    });
    const body = { token: made.body.data.link.split('=')[1], name: 'Eve', password: goodPassword };
    const check = { body: { kind: 'invitation', token: body.token } };
    const checked = await new TestBrowser(server).send('POST', '/api/v1/auth/check-link', check);
    expect(checked.body.data).toEqual({ email: 'known@example.com', has_account: true });
    const refused = await new TestBrowser(server).send('POST', '/api/v1/auth/accept-invitation', { body });
    expect(refused.body.error.message).toContain('Sign in to it first');
    const other = await owner.send('POST', '/api/v1/auth/accept-invitation', { body });
    expect(other.status).toBe(400);
    const known = new TestBrowser(server);
    await known.send('POST', '/api/v1/auth/sign-in', { body: { email: 'known@example.com', password: goodPassword } });
    const tab = { Cookie: known.cookie ?? '', 'Sec-Fetch-Site': 'same-origin' };
    const sessions = (await known.send('GET', '/api/v1/me/sessions')).body.data.length;
    expect((await known.send('POST', '/api/v1/auth/accept-invitation', { body })).status).toBe(200);
    expect((await known.send('GET', '/api/v1/me')).body.data.user.name).toBe('Grace');
    const used = await new TestBrowser(server).send('POST', '/api/v1/auth/check-link', check);
    expect(used.body.error.code).toBe('invalid_api_key');
    // Another tab of the same browser stays signed in.
    expect((await call(server, 'GET', '/api/v1/me', { key: null, headers: tab })).status).toBe(200);
    expect((await known.send('GET', '/api/v1/me/sessions')).body.data).toHaveLength(sessions);
  });

  test('stops working when the inviter is no longer an owner, has left, or is a key that was revoked', async () => {
    const create = async (body: object) => (await call(server, 'POST', '/api/v1/api-keys', { body })).body.data;
    const { data: me } = (await call(server, 'GET', '/api/v1/me')).body;
    const former = await join('former@example.com', 'owner');
    const left = await join('left@example.com', 'owner');
    const key = await create({ name: 'Inviter', scopes: me.scopes });
    const made = [
      await former.send('POST', '/api/v1/invitations', { body: { email: 'one@example.com', role: 'owner' } }),
      await left.send('POST', '/api/v1/invitations', { body: { email: 'two@example.com', role: 'owner' } }),
      await call(server, 'POST', '/api/v1/invitations', {
        key: key.key,
        body: { email: 'three@example.com', role: 'viewer' },
      }),
    ].map(({ body }) => body.data);
    const listed = async () =>
      (await owner.send('GET', '/api/v1/invitations')).body.data.filter(({ id }: { id: string }) =>
        made.some((invitation) => invitation.id === id),
      );
    expect(await listed()).toHaveLength(3);
    const { id: formerId } = await memberOf('former@example.com');
    await owner.send('PATCH', `/api/v1/members/${formerId}`, { body: { role: 'viewer' } });
    await owner.send('DELETE', `/api/v1/members/${(await memberOf('left@example.com')).id}`);
    await call(server, 'DELETE', `/api/v1/api-keys/${key.id}`);

    expect(await listed()).toEqual([]);
    for (const { link } of made) {
      const token = link.split('=')[1];
      const stranger = new TestBrowser(server);
      const check = { body: { kind: 'invitation', token } };
      expect((await stranger.send('POST', '/api/v1/auth/check-link', check)).status).toBe(401);
      const body = { token, name: 'Eve', password: goodPassword };
      expect((await stranger.send('POST', '/api/v1/auth/accept-invitation', { body })).status).toBe(401);
    }
    // Somebody else can invite the same person.
    expect((await join('one@example.com', 'viewer')).cookie).toBeDefined();
  });

  test('stops working when it is withdrawn, replaced or expired', async () => {
    const invite = async () =>
      (await owner.send('POST', '/api/v1/invitations', { body: { email: 'late@example.com', role: 'viewer' } })).body
        .data;
    const accept = async (link: string) =>
      (
        await new TestBrowser(server).send('POST', '/api/v1/auth/accept-invitation', {
          body: { token: link.split('=')[1], name: 'L', password: goodPassword },
        })
      ).status;
    const first = await invite();
    const second = await invite();
    expect(await accept(first.link)).toBe(401);
    expect((await owner.send('DELETE', `/api/v1/invitations/${second.id}`)).status).toBe(200);
    expect(await accept(second.link)).toBe(401);
    const links = await Promise.all([invite(), invite()]);
    const check = async (link: string) =>
      (
        await new TestBrowser(server).send('POST', '/api/v1/auth/check-link', {
          body: { kind: 'invitation', token: link.split('=')[1] },
        })
      ).status;
    const checked = await Promise.all(links.map(async ({ link }) => check(link)));
    expect(checked.toSorted((a, b) => a - b)).toEqual([200, 401]);
    const third = await invite();
    await server.platform.database.sql`UPDATE invitations SET expires_at = now() WHERE id = ${third.id}`;
    expect(await accept(third.link)).toBe(401);
  });
});

describe('roles', () => {
  test('give the scopes of the table', async () => {
    const scopes = async (role: Role) =>
      (await (await join(`${role}@example.com`, role)).send('GET', '/api/v1/me')).body.data.scopes.toSorted();
    const all: string[] = (await owner.send('GET', '/api/v1/me')).body.data.scopes;
    expect(all).toHaveLength(35);
    const editors = all.filter((scope) => !/^(api-keys:|members:write|settings:write)/.test(scope));
    expect(await scopes('editor')).toEqual(editors.toSorted());
    expect(await scopes('responder')).toEqual([
      'agents:read',
      'conversations:read',
      'conversations:write',
      'files:read',
      'files:write',
      'interfaces:read',
      'knowledge-bases:query',
      'knowledge-bases:read',
      'members:read',
      'threads:read',
    ]);
    const viewers = all.filter((scope) => scope.endsWith(':read') && !/^(api-keys|members|audit):/.test(scope));
    expect(await scopes('viewer')).toEqual([...viewers, 'knowledge-bases:query'].toSorted());
  });

  test('can’t be granted by anyone who lacks their scopes', async () => {
    const scopes = ['members:read', 'members:write', 'threads:read'];
    const { key } = (await owner.send('POST', '/api/v1/api-keys', { body: { name: 'K', scopes } })).body.data;
    const invite = await call(server, 'POST', '/api/v1/invitations', {
      key,
      body: { email: 'up@example.com', role: 'viewer' },
    });
    expect([invite.status, invite.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(invite.body.error.details.missing).toContain('agents:read');
    const { id } = await memberOf('owner@example.com');
    expect((await call(server, 'PATCH', `/api/v1/members/${id}`, { key, body: { role: 'viewer' } })).status).toBe(403);
    expect((await call(server, 'DELETE', `/api/v1/members/${id}`, { key })).status).toBe(403);
  });

  test('change immediately, and one owner always remains', async () => {
    const first = await join('first@example.com', 'owner');
    first.workspace = (await first.send('POST', '/api/v1/workspaces', { body: { name: 'Own' } })).body.data.id;
    const grace = await joinAs(first, 'change@example.com', 'viewer');
    const { id } = await memberOf('change@example.com', first);
    expect((await grace.send('POST', '/api/v1/agents', { body: { name: 'A' } })).status).toBe(403);
    await first.send('PATCH', `/api/v1/members/${id}`, { body: { role: 'editor' } });
    expect((await grace.send('POST', '/api/v1/agents', { body: { name: 'A' } })).status).toBe(201);
    const self = (await memberOf('first@example.com', first)).id;
    for (const answer of [
      await first.send('PATCH', `/api/v1/members/${self}`, { body: { role: 'viewer' } }),
      await first.send('DELETE', `/api/v1/members/${self}`),
    ]) {
      expect(answer.body.error.details.fields).toMatchObject([{ code: 'not_allowed' }]);
    }
    await first.send('PATCH', `/api/v1/members/${id}`, { body: { role: 'owner' } });
    const both = await Promise.all([
      first.send('PATCH', `/api/v1/members/${self}`, { body: { role: 'owner' } }),
      grace.send('PATCH', `/api/v1/members/${self}`, { body: { role: 'owner' } }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const races = await Promise.all([
      first.send('DELETE', `/api/v1/members/${id}`),
      grace.send('DELETE', `/api/v1/members/${self}`),
    ]);
    expect(races.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('let everyone leave, and only people with members:write remove others', async () => {
    const viewer = await join('leaver@example.com', 'viewer');
    const responder = await join('stayer@example.com', 'responder');
    const { id } = await memberOf('leaver@example.com');
    expect((await responder.send('DELETE', `/api/v1/members/${id}`)).status).toBe(403);
    expect((await viewer.send('DELETE', `/api/v1/members/${id}`)).status).toBe(200);
    expect((await viewer.send('GET', '/api/v1/agents')).status).toBe(404);
    viewer.workspace = undefined;
    expect((await viewer.send('GET', '/api/v1/me')).body.data.workspace).toBeNull();
  });
});

describe('presence', () => {
  test('is online with a heartbeat, and away by choice or after five minutes without one', async () => {
    const grace = await join('present@example.com', 'responder');
    const presence = async () => (await memberOf('present@example.com')).presence;
    expect(await presence()).toBe('away');
    expect((await grace.send('POST', '/api/v1/me/heartbeat')).status).toBe(204);
    expect(await presence()).toBe('online');
    await grace.send('PATCH', '/api/v1/me', { body: { presence: 'away' } });
    await grace.send('POST', '/api/v1/me/heartbeat');
    expect(await presence()).toBe('away');
    await grace.send('PATCH', '/api/v1/me', { body: { presence: 'online' } });
    expect(await presence()).toBe('online');
    const { id } = await memberOf('present@example.com');
    await server.platform.database.sql`
      UPDATE members SET heartbeat_at = now() - interval '301 seconds' WHERE id = ${id}`;
    expect(await presence()).toBe('away');
    expect((await call(server, 'POST', '/api/v1/me/heartbeat')).status).toBe(403);
  });
});

describe('a workspace', () => {
  test('has settings that are merged, and null resets them', async () => {
    const change = async (body: object) => owner.send('PATCH', '/api/v1/workspace', { body });
    expect((await owner.send('GET', '/api/v1/workspace')).body.data).toMatchObject({
      name: 'default',
      timezone: 'UTC',
      business_hours: null,
      notify_after_seconds: 30,
      notice_emails: null,
      notice_webhook_url: null,
      retention: { conversations_days: null, audit_days: null },
    });
    await change({ retention: { audit_days: 30 } });
    const { data } = (
      await change({
        name: 'Engines',
        timezone: 'Europe/Berlin',
        business_hours: { intervals: [{ day: 1, from: '09:00', to: '17:00' }] },
        notice_emails: ['A@example.com'],
        retention: { executions_days: 7 },
      })
    ).body;
    expect(data).toMatchObject({
      name: 'Engines',
      timezone: 'Europe/Berlin',
      business_hours: { intervals: [{ day: 1, from: '09:00', to: '17:00' }], dates_off: [] },
      notice_emails: ['a@example.com'],
      retention: { executions_days: 7, audit_days: 30 },
    });
    expect((await owner.send('GET', '/api/v1/workspace')).body.data).toEqual(data);
    const monday = [{ day: 1, from: '09:00', to: '17:00' }];
    const tuesday = [{ day: 2, from: '09:00', to: '17:00' }];
    const hours = async (body: object | null) => (await change({ business_hours: body })).body.data?.business_hours;
    expect(await hours({ dates_off: ['2026-12-25', '2026-12-25'] })).toEqual({
      intervals: monday,
      dates_off: ['2026-12-25'],
    });
    expect(await hours({ intervals: tuesday })).toEqual({ intervals: tuesday, dates_off: ['2026-12-25'] });
    expect(await hours({ dates_off: null })).toEqual({ intervals: tuesday, dates_off: [] });
    expect(await hours(null)).toBeNull();
    const incomplete = await change({ business_hours: { dates_off: ['2026-12-25'] } });
    expect(incomplete.body.error.details.fields).toMatchObject([{ path: 'body.business_hours.intervals' }]);
    const back = await change({ name: 'default', business_hours: null, retention: { audit_days: null } });
    expect(back.body.data).toMatchObject({ business_hours: null, retention: { executions_days: 7, audit_days: null } });
    for (const body of [
      { timezone: 'Mars/Olympus' },
      { timezone: '+02:00' },
      { timezone: '+0200' },
      { timezone: 'CET' },
      { business_hours: { intervals: [{ day: 8, from: '09:00', to: '17:00' }] } },
      { business_hours: { intervals: [{ day: 1, from: '17:00', to: '09:00' }] } },
      { notify_after_seconds: -1 },
      { retention: { audit_days: 0 } },
      { notice_webhook_url: 'ftp://example.com' },
      { id: 'ws_x' },
    ]) {
      expect([body, (await change(body)).status]).toEqual([body, 400]);
    }
  });

  test('shows the address for notices, a credential, to those who may change it', async () => {
    const address = 'https://hooks.example.com/services/quiet-path?token=quiet';
    await owner.send('PATCH', '/api/v1/workspace', { body: { notice_webhook_url: address } });
    const editor = await join('editor-of-notices@example.com', 'editor');
    const addressFor = async (browser: TestBrowser) =>
      (await browser.send('GET', '/api/v1/workspace')).body.data.notice_webhook_url;
    expect([await addressFor(owner), await addressFor(editor)]).toEqual([address, 'https://hooks.example.com/…']);
    const log = await editor.send('GET', '/api/v1/audit-log?action=workspace.updated');
    expect(log.body.data[0].changes.notice_webhook_url).toEqual({ before: null, after: '••••••••' });
    await owner.send('PATCH', '/api/v1/workspace', { body: { notice_webhook_url: null } });
  });

  test('with another name is still the default one after the next start', async () => {
    await owner.send('PATCH', '/api/v1/workspace', { body: { name: 'Renamed' } });
    const { prepareFirstKey } = await import('../../api-keys/index.ts');
    const { workspaceId } = await prepareFirstKey(server.platform);
    expect(workspaceId).toBe(owner.workspace);
    const { runCommand } = await import('../../../app/commands.ts');
    const run = async (...words: string[]) => runCommand(server.platform, words);
    expect((await run('key', 'list')).text).toContain('admin');
    for (const name of ['Renamed', workspaceId]) {
      expect((await run('console', 'link', '--workspace', name)).text).toContain('#setup=');
    }
    const unknown = await run('console', 'link', '--workspace', 'default');
    expect(unknown).toEqual({ text: 'There is no workspace default.\n', code: 1 });
    await owner.send('PATCH', '/api/v1/workspace', { body: { name: 'default' } });
  });

  test('can only be created by an owner, who owns it', async () => {
    const made = await owner.send('POST', '/api/v1/workspaces', { body: { name: 'Second' } });
    expect([made.status, made.body.data.name]).toEqual([201, 'Second']);
    const names = (await owner.send('GET', '/api/v1/workspaces')).body.data;
    expect(names).toMatchObject([{ id: made.body.data.id, name: 'Second', role: 'owner' }, { name: 'default' }]);
    const second = new TestBrowser(server);
    Object.assign(second, { cookie: owner.cookie, workspace: made.body.data.id });
    expect((await second.send('GET', '/api/v1/agents')).body.data).toEqual([]);
    expect((await owner.send('GET', `/api/v1/agents?workspace=${made.body.data.id}`)).status).toBe(200);
    const taken = await owner.send('POST', '/api/v1/workspaces', { body: { name: 'Second' } });
    expect(taken.body.error.details.fields).toMatchObject([{ path: 'body.name', code: 'taken' }]);
    const rename = async (browser: TestBrowser, name: string) =>
      (await browser.send('PATCH', '/api/v1/workspace', { body: { name } })).body.error?.details.fields;
    const refused = [{ path: 'body.name', message: 'is already used by another workspace', code: 'taken' }];
    expect(await rename(owner, 'Second')).toEqual(refused);
    expect(await rename(second, 'Second')).toBeUndefined();
    const both = await Promise.all([owner, second].map(async (browser) => rename(browser, 'Wanted by both')));
    expect(both.filter((fields) => fields !== undefined)).toEqual([refused]);
    await rename(owner, 'default');
    await rename(second, 'Second');
    const viewer = await join('poor@example.com', 'viewer');
    expect((await viewer.send('POST', '/api/v1/workspaces', { body: { name: 'Third' } })).status).toBe(403);
    expect((await call(server, 'POST', '/api/v1/workspaces', { body: { name: 'Third' } })).status).toBe(403);
    expect((await call(server, 'GET', '/api/v1/workspaces')).status).toBe(403);
  });
});
