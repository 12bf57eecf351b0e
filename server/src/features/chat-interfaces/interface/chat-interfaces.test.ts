import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { patchChatInterface } from './chat-interfaces.service.ts';
import { checkDomains, findChatSlugOfHost } from './check-domains.ts';

let server: ServerUnderTest;
let agentId: string;
beforeAll(async () => {
  server = await startServer();
  const { body } = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  agentId = body.data.id;
});
afterAll(async () => server.close());

const create = async (body: Record<string, unknown>) =>
  call(server, 'POST', '/api/v1/chat-interfaces', { body: { name: 'Help desk', agent_id: agentId, ...body } });
const read = async (id: string) => call(server, 'GET', `/api/v1/chat-interfaces/${id}`);
const patch = async (id: string, body: unknown) => call(server, 'PATCH', `/api/v1/chat-interfaces/${id}`, { body });
const fieldsOf = (answer: { body: { error: { details: { fields: { path: string }[] } } } }) =>
  answer.body.error.details.fields.map(({ path }) => path);

describe('the resource', () => {
  test('needs only a name and an agent, and shows its identity secret once', async () => {
    const { status, body } = await create({ name: 'Front desk' });
    expect(status).toBe(201);
    const { identity_secret: secret, ...shown } = body.data;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(shown).toMatchObject({
      name: 'Front desk',
      slug: 'front-desk',
      status: 'active',
      allowed_origins: [],
      behaviour: {
        title: 'Front desk',
        session_timeout_minutes: 1440,
        idle_timeout_minutes: null,
        persistence: 'local',
      },
      branding: { theme: 'auto', position: 'right', cover: { type: 'none', value: null }, logo_url: null },
      uploads: { enabled: true, max_files: 5, max_file_size_mb: 25, allowed_types: [] },
      consent: { required: false },
      tracking: { ip: 'truncated', user_agent: true, referrer: true },
      stats: { sessions: 0, messages: 0 },
      messages_today: null,
    });
    expect((await read(shown.id)).body.data).toEqual(shown);
    const again = await create({ name: 'Front desk' });
    expect(again.body.data.slug).toMatch(/^front-desk-[0-9a-f]{8}$/);
    const list = await call(server, 'GET', '/api/v1/chat-interfaces?per_page=1');
    expect(list.body.data[0].id).toBe(again.body.data.id);
    expect(JSON.stringify(list.body)).not.toContain('identity_secret');
  });

  test('reports every invalid field', async () => {
    expect((await create({ slug: 'taken-slug' })).status).toBe(201);
    expect(fieldsOf(await create({ slug: 'taken-slug' }))).toEqual(['body.slug']);
    expect(fieldsOf(await create({ slug: 'No Slug' }))).toEqual(['body.slug']);
    expect(fieldsOf(await create({ agent_id: 'agt_nobody' }))).toEqual(['body.agent_id']);
    expect(fieldsOf(await create({ colour: 'red' }))).toEqual(['body.colour']);
    expect(fieldsOf(await create({ branding: { primary_color: 'red;} body{display:none' } }))).toEqual([
      'body.branding.primary_color',
    ]);
    for (const color of ['brandblue', 'inherit', 'var(--brand)', 'url(1)', '#12']) {
      expect(fieldsOf(await create({ branding: { primary_color: color } }))).toEqual(['body.branding.primary_color']);
    }
    expect(fieldsOf(await create({ branding: { logo_url: 'javascript:alert(1)' } }))).toEqual([
      'body.branding.logo_url',
    ]);
    expect(fieldsOf(await create({ branding: { cover: { type: 'image' } } }))).toEqual(['body.branding.cover.value']);
    for (const value of ['url(https://a.example/1.png)', 'linear-gradient(red, blue), url(//a.example/1.png)', 'red']) {
      expect(fieldsOf(await create({ branding: { cover: { type: 'gradient', value } } }))).toEqual([
        'body.branding.cover.value',
      ]);
    }
    expect(fieldsOf(await create({ allowed_origins: ['https://a.example/path'] }))).toEqual([
      'body.allowed_origins[0]',
    ]);
    for (const locale of ['--', '12', 'de-', 'a-b']) {
      expect(fieldsOf(await create({ locale }))).toEqual(['body.locale']);
    }
  });

  test('keeps what is listed twice once', async () => {
    const origins = ['https://A.example', 'https://a.example:443', 'https://*.b.example', 'https://*.B.example'];
    const { data } = (await create({ allowed_origins: origins, uploads: { allowed_types: ['PDF', 'pdf'] } })).body;
    expect(data).toMatchObject({
      allowed_origins: ['https://a.example', 'https://*.b.example'],
      uploads: { allowed_types: ['pdf'] },
    });
  });

  test('takes colours in every notation of CSS, and returns them as they are', async () => {
    const branding = {
      primary_color: 'RebeccaPurple',
      background_color: 'oklch(0.9 0.02 240 / 80%)',
      text_color: 'teal',
    };
    const { data } = (await create({ branding })).body;
    expect(data.branding).toMatchObject(branding);
    const seen = await call(server, 'GET', `/api/public/chat-interfaces/${data.slug}`);
    expect(seen.body.data.branding).toMatchObject({
      primaryColor: branding.primary_color,
      backgroundColor: branding.background_color,
      textColor: branding.text_color,
    });
  });

  test('takes every gradient of CSS as a cover', async () => {
    for (const value of [
      'linear-gradient(135deg, #3b4cca, #7a5bd6)',
      'repeating-conic-gradient(from 45deg at 10% 50%, oklch(0.9 0.02 240 / 80%), brown 30%)',
      'RADIAL-gradient(circle at top, red, blue 20px), linear-gradient(to right, red, teal)',
    ]) {
      const { data } = (await create({ branding: { cover: { type: 'gradient', value } } })).body;
      expect(data.branding.cover).toEqual({ type: 'gradient', value });
    }
  });

  test.each([
    { type: 'color', value: 'sky' },
    { type: 'gradient', value: 'url(https://a.example/1.png)' },
  ])(
    'with a word for a colour or a language, or a cover like $value, which older versions accepted, can be changed',
    async (cover) => {
      const { id } = (await create({})).body.data;
      const old = JSON.stringify({
        primary_color: 'brandblue',
        text_color: 'inky',
        cover,
      });
      await server.platform.database.sql`
      UPDATE chat_interfaces
      SET settings = jsonb_set(settings::jsonb, '{branding}', settings::jsonb->'branding' || ${old}::text::jsonb)
        || '{"locale": "--"}'
      WHERE id = ${id}`;
      const { status, body } = await call(server, 'PATCH', `/api/v1/chat-interfaces/${id}`, {
        body: { status: 'paused' },
      });
      expect([status, body.data.branding, body.data.locale]).toMatchObject([
        200,
        { primary_color: '#5645b5', text_color: null, cover: { type: 'none', value: null } },
        null,
      ]);
    },
  );

  test('is changed by a merge patch: objects are merged, lists replaced, and null restores the default', async () => {
    const { id } = (
      await create({
        slug: 'patched',
        allowed_origins: ['HTTPS://A.example/', 'https://*.b.example'],
        branding: { primary_color: '#123456', border_radius: 4, font_family: 'Inter' },
        behaviour: { launcher: { label: 'Ask', delay_ms: 100 } },
      })
    ).body.data;
    const { body } = await patch(id, {
      branding: { border_radius: null, font_family: null },
      behaviour: { launcher: { label: 'Chat' } },
      allowed_origins: ['https://c.example'],
      status: 'paused',
    });
    expect(body.data).toMatchObject({
      slug: 'patched',
      status: 'paused',
      allowed_origins: ['https://c.example'],
      branding: { primary_color: '#123456', border_radius: 16, font_family: null },
      behaviour: { launcher: { label: 'Chat', delay_ms: 100 } },
    });
    await create({ slug: 'of-another' });
    expect(fieldsOf(await patch(id, { slug: 'of-another' }))).toEqual(['body.slug']);
    const others = [(await create({})).body.data.id, (await create({})).body.data.id];
    const both = await Promise.all(others.map(async (other) => patch(other, { slug: 'wanted-by-both' })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(fieldsOf(await patch(id, { branding: { glow: 1 } }))).toEqual(['body.branding.glow']);
    expect(fieldsOf(await patch(id, { name: null }))).toEqual(['body.name']);
    expect((await patch('chi_nobody', { name: 'x' })).status).toBe(404);
  });

  test('is deleted with its public address; until then its agent can’t be deleted', async () => {
    const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Used' } });
    const { id, slug } = (await create({ agent_id: agent.body.data.id, slug: 'short-lived' })).body.data;
    const refused = await call(server, 'DELETE', `/api/v1/agents/${agent.body.data.id}`);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(id);
    expect((await call(server, 'GET', `/api/public/chat-interfaces/${slug}`, { key: null })).status).toBe(200);
    expect((await call(server, 'DELETE', `/api/v1/chat-interfaces/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await read(id)).status).toBe(404);
    expect((await call(server, 'GET', `/api/public/chat-interfaces/${slug}`, { key: null })).status).toBe(404);
    expect((await call(server, 'DELETE', `/api/v1/agents/${agent.body.data.id}`)).status).toBe(200);
  });

  test('of another workspace is not found', async () => {
    const { id } = (await create({ slug: 'ours' })).body.data;
    const other = await openWorkspace();
    for (const path of [`/api/v1/chat-interfaces/${id}`, `/api/v1/chat-interfaces/${id}/sessions`]) {
      const seen = await call(server, 'GET', path, { key: other });
      const unknown = await call(server, 'GET', path.replace(id, 'chi_nobody'), { key: other });
      expect([seen.status, seen.body.error.message]).toEqual([404, unknown.body.error.message]);
    }
    const theirs = { name: 'Theirs', agent_id: agentId, slug: 'theirs' };
    expect(fieldsOf(await call(server, 'POST', '/api/v1/chat-interfaces', { body: theirs, key: other }))).toEqual([
      'body.agent_id',
    ]);
  });

  async function openWorkspace(): Promise<string> {
    const { createId } = await import('../../../platform/ids.ts');
    const { createApiKey } = await import('../../api-keys/index.ts');
    const workspaceId = createId('ws');
    await server.platform.database.sql`INSERT INTO workspaces (id, name) VALUES (${workspaceId}, ${workspaceId})`;
    const scopes = ['interfaces:read', 'interfaces:write'] as const;
    return (await createApiKey(server.platform, { workspaceId }, { name: 'other', scopes: [...scopes] })).key;
  }
});

describe('custom domains', () => {
  test('are unique, never our own, and work once their TXT record contains the token', async () => {
    const { id, domain_token: token } = (await create({ slug: 'with-domain', custom_domains: ['chat.example.com'] }))
      .body.data;
    expect(fieldsOf(await create({ custom_domains: ['a.example', 'Chat.Example.com'] }))).toEqual([
      'body.custom_domains[1]',
    ]);
    const { platform } = server;
    expect(await findChatSlugOfHost(platform, 'chat.example.com')).toBeUndefined();
    const asked: string[] = [];
    const answer = (records: string[][]) => async (name: string) => {
      asked.push(name);
      return Promise.resolve(records);
    };
    await recheck();
    await checkDomains(platform, answer([['something else']]));
    expect(await findChatSlugOfHost(platform, 'chat.example.com')).toBeUndefined();
    await recheck();
    await checkDomains(platform, answer([['v=spf1'], [token.slice(0, 10), token.slice(10)]]));
    expect(asked).toContain('_portico.chat.example.com');
    expect(await findChatSlugOfHost(platform, 'Chat.Example.com:8443')).toBe('with-domain');
    const page = await open('chat.example.com');
    expect(page).toContain('with-domain');
    // A paused chat says so itself: the start page is ours.
    await patch(id, { status: 'paused' });
    const closed = /closed at the moment/;
    expect(await open('chat.example.com')).toMatch(closed);
    expect(await open('other.example.com')).not.toMatch(closed);
    await patch(id, { status: 'active' });
    await recheck();
    await checkDomains(platform, async () => Promise.reject(Object.assign(new Error('away'), { code: 'ETIMEOUT' })));
    expect(await findChatSlugOfHost(platform, 'chat.example.com')).toBe('with-domain');
    await patch(id, { custom_domains: [] });
    expect(await findChatSlugOfHost(platform, 'chat.example.com')).toBeUndefined();
  });

  test('are kept as browsers send them', async () => {
    const named = ['chät.Bücher.example', 'desk.example.net.', 'чат.рф'];
    const { id, custom_domains: kept } = (await create({ custom_domains: named })).body.data;
    expect(kept).toEqual(['xn--cht-rla.xn--bcher-kva.example', 'desk.example.net', 'xn--80a0bn.xn--p1ai']);
    for (const wrong of [
      'chat.example.com:8443',
      'https://chat.example.com',
      'a..example.com',
      'a_b.example.com',
      'localhost',
    ]) {
      expect(fieldsOf(await patch(id, { custom_domains: [wrong] }))).toEqual(['body.custom_domains[0]']);
    }
    expect(fieldsOf(await create({ custom_domains: ['CHÄT.bücher.example'] }))).toEqual(['body.custom_domains[0]']);
    expect(
      (await patch(id, { custom_domains: ['desk.example.net', 'Desk.example.net.'] })).body.data.custom_domains,
    ).toEqual(['desk.example.net']);
  });

  test('become active while the name servers of others do not answer', async () => {
    const { platform } = server;
    const { domain_token: token } = (await create({ slug: 'answered', custom_domains: ['answered.example.com'] })).body
      .data;
    await create({ custom_domains: ['unanswered.example.com'] });
    // The other one has waited longer.
    await platform.database.sql`UPDATE chat_domains SET checked_at = now() - interval '2 minutes'
      WHERE domain = 'answered.example.com'`;
    let giveUp: (error: Error) => void = () => undefined;
    const unanswered = new Promise<string[][]>((_, reject) => {
      giveUp = reject;
    });
    const checked = checkDomains(platform, async (name) =>
      name === '_portico.unanswered.example.com' ? unanswered : Promise.resolve([[token]]),
    );
    try {
      expect(await eventually(async () => findChatSlugOfHost(platform, 'answered.example.com'))).toBe('answered');
    } finally {
      giveUp(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }));
      await checked;
    }
  });

  test('are not proven by the record of a chat that gave them up during the look-up', async () => {
    const { platform } = server;
    const domain = 'given-up.example.com';
    const { id, domain_token: token } = (await create({ custom_domains: [domain] })).body.data;
    await checkDomains(platform, async (name) => {
      if (name === `_portico.${domain}`) {
        await patch(id, { custom_domains: [] });
        await create({ slug: 'takes-it', custom_domains: [domain] });
      }
      return [[token]];
    });
    expect(await findChatSlugOfHost(platform, domain)).toBeUndefined();
  });

  test('of somebody else who has no proof are taken over with the TXT record', async () => {
    const domain = 'squatted.example.com';
    const { id: squatter } = (await create({ custom_domains: ['own.example.com', domain] })).body.data;
    const { id, domain_token: token } = (await create({ slug: 'proves-it' })).body.data;
    const { platform } = server;
    const claim = async (by: string, record: string) => {
      const [row] = await platform.database.sql<{ workspace_id: string }[]>`
        SELECT workspace_id FROM chat_interfaces WHERE id = ${by}`;
      return patchChatInterface(platform, row?.workspace_id ?? '', by, { custom_domains: [domain] }, async () =>
        Promise.resolve([[record]]),
      );
    };
    const taken = 'is taken by another chat without a proof: remove it there, or';
    const fault = { path: 'body.custom_domains[0]', code: 'taken' };
    const record = `add the TXT record _portico.${domain} with the value ${token} and try again`;
    await expect(claim(id, 'other')).rejects.toMatchObject({
      details: { fields: [{ ...fault, message: `${taken} ${record}` }] },
    });
    const later = 'create this chat without it, then add the TXT record of its domain_token and the domain';
    expect((await create({ custom_domains: [domain] })).body.error.details.fields).toEqual([
      { ...fault, message: `${taken} ${later}` },
    ]);
    expect((await claim(id, token)).custom_domains).toEqual([domain]);
    expect((await read(squatter)).body.data.custom_domains).toEqual(['own.example.com']);
    expect((await patch(squatter, { name: 'Still works' })).status).toBe(200);
    await recheck();
    await checkDomains(platform, async () => Promise.resolve([[token]]));
    expect(await findChatSlugOfHost(platform, domain)).toBe('proves-it');

    // Nobody takes over one that is proven.
    const { id: rival, domain_token: other } = (await create({})).body.data;
    await expect(claim(rival, other)).rejects.toMatchObject({
      details: { fields: [{ code: 'taken', message: 'is taken' }] },
    });
  });

  /** The page at `/` of a host. */
  async function open(host: string): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      get({ hostname, port, path: '/', headers: { Host: host } }, (response) => {
        response.setEncoding('utf8').on('error', reject);
        response.toArray().then((pieces: string[]) => resolve(pieces.join('')), reject);
      }).on('error', reject);
    });
  }

  async function recheck(): Promise<void> {
    await server.platform.database.sql`UPDATE chat_domains SET checked_at = NULL`;
  }
});
