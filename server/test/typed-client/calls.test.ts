import { type Client, createClient, PorticoError } from '@portico/shared-types';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createChat, visitChat } from '../open-chat.ts';
import { startWithDoubles } from '../start-with-doubles.ts';
import { type FlakyProxy, type Mishap, startFlakyProxy } from './start-flaky-proxy.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const client = createClient({ baseUrl: `${server.url}/`, apiKey: server.apiKey });
let proxy: FlakyProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
});

async function behind(plan: (line: string, count: number) => Mishap): Promise<Client> {
  proxy = await startFlakyProxy(server.url, plan);
  return createClient({ baseUrl: proxy.url, apiKey: server.apiKey });
}

async function errorOf(promise: Promise<unknown>): Promise<PorticoError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof PorticoError)) throw new Error(`no PorticoError but ${String(error)}`);
  return error;
}

describe('a call', () => {
  it('creates, reads, changes and deletes', async () => {
    const agent = await client.agents.create({ name: 'Guide', temperature: 0.2 });
    expect(agent).toMatchObject({ name: 'Guide', temperature: 0.2, max_steps: 10 });
    expect(await client.agents.get(agent.id)).toEqual(agent);
    const changed = await client.agents.update(agent.id, { temperature: null, description: 'Helps.' });
    expect(changed).toMatchObject({ temperature: 0.7, description: 'Helps.' });
    expect(await client.agents.delete(agent.id)).toEqual({ id: agent.id, deleted: true });
  });

  it('uploads and downloads', async () => {
    const base = await client.knowledgeBases.create({ name: 'Handbook' });
    const file = { name: 'page.txt', data: new Blob(['Parcels take three days.']) };
    const document = await client.documents.upload(base.id, file, { metadata: '{"language": "en"}' });
    expect(document).toMatchObject({ name: 'page.txt', source: 'file', metadata: { language: 'en' } });
    expect(await client.files.upload(file)).toMatchObject({ file_name: 'page.txt', file_size: 24 });
  });

  it('encodes unusual identifiers', async () => {
    const error = await errorOf(client.agents.get('../api-keys?x=1#'));
    expect(error).toMatchObject({ status: 404, code: 'resource_not_found' });
    expect(error.details).toEqual({ resource: 'agent', id: '../api-keys?x=1#' });
  });

  it('needs the address of a server', async () => {
    for (const baseUrl of [
      'localhost:3000',
      'portico.example.com',
      'ftp://example.com',
      undefined as unknown as string,
    ]) {
      expect(() => createClient({ baseUrl })).toThrow(
        new TypeError(`baseUrl must be an address like https://portico.example.com, not ${JSON.stringify(baseUrl)}`),
      );
    }
    const sameOrigin = createClient({ baseUrl: '', fetch: async (path) => fetch(new URL(path, server.url)) });
    expect(await errorOf(sameOrigin.forms.get('nope'))).toMatchObject({ status: 404 });
    const twice = await errorOf(createClient({ baseUrl: `${server.url}/api/v1`, apiKey: server.apiKey }).agents.list());
    expect(twice.message).toBe('There is nothing at /api/v1/api/v1/agents. GET /openapi.json lists the paths.');
  });

  it('refuses an id that would lead to another resource', async () => {
    const base = await client.knowledgeBases.create({ name: 'Handbook' });
    for (const id of ['..', '.', '', undefined as unknown as string]) {
      await expect(client.documents.delete(base.id, id)).rejects.toThrow(/ must be an id, not /);
      await expect(client.agents.get(id)).rejects.toThrow(TypeError);
      await expect(client.threads.events(id).next()).rejects.toThrow(TypeError);
      await expect(client.documents.listAll(id).next()).rejects.toThrow(TypeError);
    }
    expect(await client.knowledgeBases.get(base.id)).toMatchObject({ id: base.id });
  });
});

describe('an error', () => {
  it('has its code, its fields and the request’s id', async () => {
    const error = await errorOf(client.agents.create({ name: '', temperature: 9 }));
    expect(error).toMatchObject({ status: 400, code: 'validation_error', isTemporary: false });
    expect(error.fields.map(({ path }) => path)).toEqual(['body.name', 'body.temperature']);
    expect(error.requestId).toMatch(/^req_/);
  });

  it('says what is missing', async () => {
    const { key } = await client.apiKeys.create({ name: 'reader', scopes: ['agents:read'] });
    const reader = createClient({ baseUrl: server.url, apiKey: key });
    const error = await errorOf(reader.workflows.list());
    expect(error).toMatchObject({ status: 403, code: 'insufficient_scope', details: { missing: ['workflows:read'] } });
    const stranger = createClient({ baseUrl: server.url });
    expect(await errorOf(stranger.agents.list())).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  it('with a long Retry-After is thrown immediately, with the seconds', async () => {
    const { key } = await client.apiKeys.create({ name: 'slow', scopes: ['agents:read'], rate_limit_per_day: 1 });
    const slow = createClient({ baseUrl: server.url, apiKey: key });
    await slow.agents.list();
    const error = await errorOf(slow.agents.list());
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', isTemporary: true });
    expect(error.retryAfter).toBe(error.details['retry_after']);
  });

  it('is also thrown if the response is not Portico’s', async () => {
    for (const body of ['<!doctype html>', '', 'null', '[]', '{}']) {
      const elsewhere = createClient({ baseUrl: server.url, fetch: async () => new Response(body) });
      const expected = { code: 'unknown_error', status: 200, isTemporary: false };
      expect(await errorOf(elsewhere.agents.get('agt_1'))).toMatchObject(expected);
      expect(await errorOf(elsewhere.agents.list())).toMatchObject(expected);
      expect(await errorOf(elsewhere.executions.events('exe_1').next())).toMatchObject(expected);
    }
  });

  it('is also thrown without a response', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
    expect(await errorOf(nobody.forms.get('demo'))).toMatchObject({ status: 0, code: 'connection_failed' });
  });
});

describe('a list', () => {
  it('is read page by page, or completely', async () => {
    // An event that nothing in this file causes.
    const hook = { url: 'https://example.com/hook', event_types: ['conversation.rated' as const] };
    const webhook = await client.webhooks.create(hook);
    const names = Array.from({ length: 7 }, (_, at) => `Thread ${at}`);
    const { id } = await client.agents.create({ name: 'Guide' });
    for (const title of names) await client.threads.create(id, { title });
    const page = await client.threads.list({ agent_id: id, per_page: 3, page: 2 });
    expect(page.data.map(({ title }) => title)).toEqual(['Thread 3', 'Thread 2', 'Thread 1']);
    expect(page.pagination).toMatchObject({ total_count: 7, total_pages: 3, has_next: true });
    const all: (string | null)[] = [];
    for await (const { title } of client.threads.listAll({ agent_id: id, per_page: 3 })) all.push(title);
    expect(all).toEqual(names.toReversed());
    expect(await Array.fromAsync(client.webhooks.listAllDeliveries(webhook.id))).toEqual([]);
  });

  it('reads each item once while items are added, and all of them while the loop deletes them', async () => {
    const { id } = await client.agents.create({ name: 'Guide' });
    for (let at = 0; at < 11; at += 1) await client.threads.create(id, { title: `Old ${at}` });
    const read: (string | null)[] = [];
    for await (const { title } of client.threads.listAll({ agent_id: id, per_page: 3 })) {
      read.push(title);
      if (read.length % 3 === 0) await client.threads.create(id, { title: 'New' });
    }
    expect(read).toEqual(Array.from({ length: 11 }, (_, at) => `Old ${10 - at}`));
    let deleted = 0;
    for await (const thread of client.threads.listAll({ agent_id: id, per_page: 3 })) {
      await client.threads.delete(thread.id);
      deleted += 1;
    }
    expect(deleted).toBe(14);
    expect((await client.threads.list({ agent_id: id })).pagination.total_count).toBe(0);
  });

  it('reads every conversation while others change', async () => {
    const chat = await createChat(server);
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const visitor = await visitChat(server, chat);
      await visitor.say('Hello');
      ids.unshift(visitor.conversationId);
    }
    const last = ids.at(-1) ?? '';
    const read: string[] = [];
    for await (const { id } of client.conversations.listAll({ interface_id: chat.id, per_page: 2 })) {
      if (read.length === 0) await client.conversations.update(last, { tags: ['changed'] });
      read.push(id);
    }
    expect(read).toEqual(ids);
    const { data } = await client.conversations.list({ interface_id: chat.id });
    expect(data[0]?.id).toBe(last);
    read.length = 0;
    for await (const { id } of client.conversations.listAll({ interface_id: chat.id, per_page: 4, sort: 'created_at' }))
      read.push(id);
    expect(read).toEqual(ids.toReversed());
  });

  it('reads what is left if others delete items that were read already, and stops at the first page asked for', async () => {
    const { id } = await client.agents.create({ name: 'Guide' });
    for (let at = 0; at < 10; at += 1) await client.threads.create(id, { title: `T ${at}` });
    const read: string[] = [];
    const gone: string[] = [];
    for await (const thread of client.threads.listAll({ agent_id: id, per_page: 2, page: 2 })) {
      read.push(thread.title ?? '');
      gone.push(thread.id);
      if (gone.length === 3) for (const item of gone) await client.threads.delete(item);
    }
    expect(read).toEqual(['T 7', 'T 6', 'T 5', 'T 4', 'T 3', 'T 2', 'T 1', 'T 0']);
  });
});

describe('a retry', () => {
  it('repeats a GET that was refused or got no response', async () => {
    const flaky = await behind((_, count) => (['refuse', 'drop-request', 'drop-answer'] as const)[count - 1] ?? 'none');
    expect((await flaky.agents.list()).pagination.page).toBe(1);
    expect(proxy?.seen.length).toBe(4);
  });

  it('repeats a call whose response was lost on the way, and takes effect once', async () => {
    const flaky = await behind((_, count) => (count < 3 ? { cutAfterBytes: 20 } : 'none'));
    expect((await flaky.agents.list()).pagination.page).toBe(1);
    const { id } = await flaky.agents.create({ name: 'Cut' });
    expect((await client.agents.list({ search: 'Cut' })).data.map((agent) => agent.id)).toEqual([id]);
    expect((await flaky.executions.export()).size).toBeGreaterThan(20);
  });

  it('does a POST once, no matter how often it is sent', async () => {
    const before = (await client.workflows.list()).pagination.total_count;
    const flaky = await behind((_, count) => (count === 1 ? 'drop-answer' : 'none'));
    await flaky.workflows.create({ name: 'Once', definition: { nodes: [] } });
    expect(proxy?.seen.length).toBe(2);
    expect(proxy?.seen[0]?.headers['idempotency-key']).toBe(proxy?.seen[1]?.headers['idempotency-key']);
    expect((await client.workflows.list()).pagination.total_count).toBe(before + 1);
  });

  it('stores a message once, also if its reply fails', async () => {
    const { id } = await client.agents.create({ name: 'Guide' });
    const thread = await client.threads.create(id);
    model.always({ status: 429, error: { message: 'busy' }, headers: { 'retry-after': '120' } });
    const soon: typeof fetch = async (...request) => {
      const { status, body, headers: sent } = await fetch(...request);
      const headers = new Headers(sent);
      if (headers.has('retry-after')) headers.set('retry-after', '0');
      return new Response(body, { status, headers });
    };
    const hurried = createClient({ baseUrl: server.url, apiKey: server.apiKey, fetch: soon });
    const error = await errorOf(hurried.messages.send(thread.id, { content: 'Hello' }));
    expect(error.code).toBe('service_unavailable');
    const { data } = await client.messages.list(thread.id);
    expect(data.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'failed'],
    ]);
  });

  it('submits a form once, with a key of its own or of the caller', async () => {
    const { id } = await client.agents.create({ name: 'Guide' });
    const form = await client.formInterfaces.create({ title: 'Send us', target_type: 'agent', agent_id: id });
    const flaky = await behind((_, count) => (count === 1 ? 'drop-answer' : 'none'));
    await flaky.forms.submit(form.slug, { message: 'Lost' });
    const idempotencyKey = crypto.randomUUID();
    const submit = async () => client.forms.submit(form.slug, { message: 'Twice' }, { idempotencyKey });
    const first = await submit();
    expect((await submit()).id).toBe(first.id);
    const { data } = await client.formInterfaces.listSubmissions(form.id);
    expect(data.map(({ message }) => message)).toEqual(['Twice', 'Lost']);
  });

  it('has a key also on a plain-http page, where browsers have no randomUUID', async () => {
    const { id } = await client.agents.create({ name: 'Guide' });
    const form = await client.formInterfaces.create({ title: 'Send us', target_type: 'agent', agent_id: id });
    const { crypto: whole } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => whole.getRandomValues(bytes) });
    try {
      const flaky = await behind((_, count) => (count === 1 ? 'drop-answer' : 'none'));
      await flaky.forms.submit(form.slug, { message: 'Hello' });
      await flaky.forms.submit(form.slug, { message: 'Hello' });
    } finally {
      vi.unstubAllGlobals();
    }
    // Two calls with the same text are two submissions.
    expect((await client.formInterfaces.listSubmissions(form.id)).data).toHaveLength(2);
  });

  it('does not repeat another POST of a visitor, which may have taken effect', async () => {
    const flaky = await behind(() => 'drop-answer');
    expect(await errorOf(flaky.forms.query('nope', 'sub_nope', { query: 'Hello' }))).toMatchObject({ status: 0 });
    expect(proxy?.seen.length).toBe(1);
  });

  it('ends after the maximum, and when the signal fires', async () => {
    const flaky = await behind(() => 'refuse');
    expect(await errorOf(flaky.agents.list())).toMatchObject({ status: 503, retryAfter: 0, requestId: undefined });
    expect(proxy?.seen.length).toBe(4);
    const gone = flaky.agents.list({}, { signal: AbortSignal.abort(new Error('changed my mind')) });
    await expect(gone).rejects.toThrow('changed my mind');
  });
});
