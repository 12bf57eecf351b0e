import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { createSource, settle } from '../../../../test/crawls.ts';
import { type Listening, serveOnLoopback } from '../../../../test/loopback.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let site: Listening;
let address: string;
let page =
  '<html><head><title>Owls of the town</title></head><body><main><p>Owls hunt at night in the old park.</p></main></body></html>';
beforeAll(async () => {
  site = await serveOnLoopback((_, response) => response.setHeader('content-type', 'text/html').end(page));
  address = `${site.url}/owls`;
  server = await startServer({ OUTBOUND_ALLOW: site.host });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

async function createBase(): Promise<string> {
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Birds' } });
  return `/api/v1/knowledge-bases/${body.data.id}`;
}

async function ready(base: string, id: string) {
  return eventually(async () => {
    const { data } = (await call(server, 'GET', `${base}/documents/${id}`)).body;
    return data.status === 'ready' ? data : undefined;
  });
}

const search = async (base: string, query: string) =>
  (await call(server, 'POST', `${base}/query`, { body: { query } })).body.data.results;

test('a text has a title, an address and a language, and citations show them', async () => {
  const base = await createBase();
  const text = '## Nests\n\nHerons build their nests in April, high up in the old trees by the lake.';
  const body = { name: 'herons.md', text, title: 'All about herons', url: 'https://birds.example.com/herons' };
  const { data } = (await call(server, 'POST', `${base}/documents`, { body })).body;
  expect(data).toMatchObject({ title: body.title, url: body.url, language: null, source_id: null });
  expect(await ready(base, data.id)).toMatchObject({ title: body.title, language: 'en', source: 'text' });
  const [found] = await search(base, 'When do herons build nests?');
  expect(found).toMatchObject({ title: body.title, url: body.url, document_name: 'herons.md' });
  expect(Object.keys(found)).not.toContain('ordinal');

  const agent = await call(server, 'POST', '/api/v1/agents', {
    body: { name: 'Guide', knowledge_base_ids: [base.split('/').at(-1)] },
  });
  const thread = await call(server, 'POST', `/api/v1/agents/${agent.body.data.id}/threads`, { body: {} });
  const path = `/api/v1/threads/${thread.body.data.id}/messages`;
  const reply = await call(server, 'POST', path, { body: { content: 'When do herons build nests?' } });
  expect(reply.body.data.citations[0]).toMatchObject({ title: body.title, url: body.url, heading: 'Nests' });

  const form = new FormData();
  form.set('file', new Blob(['Storks eat frogs and mice in the meadows.']), 'storks.txt');
  form.set('title', 'Storks');
  form.set('url', 'https://birds.example.com/storks');
  const uploaded = await call(server, 'POST', `${base}/documents`, { form });
  expect(uploaded.body.data).toMatchObject({
    title: 'Storks',
    url: 'https://birds.example.com/storks',
    source: 'file',
  });
  const wrong = { name: 'x', text: 'x', url: 'ftp://birds.example.com' };
  expect((await call(server, 'POST', `${base}/documents`, { body: wrong })).status).toBe(400);
});

test('PUT replaces the content, and its chunks are listed', async () => {
  const base = await createBase();
  const body = { name: 'herons.md', text: 'Herons nest in April.' };
  const { id } = (await call(server, 'POST', `${base}/documents`, { body })).body.data;
  await ready(base, id);
  const text = `# Cranes\n\n${'Cranes dance in spring and travel south in autumn. '.repeat(40)}\n\n## Food\n\nCranes eat corn.`;
  const put = await call(server, 'PUT', `${base}/documents/${id}`, { body: { name: 'cranes.md', text } });
  expect([put.status, put.body.data.id, put.body.data.name]).toEqual([200, id, 'cranes.md']);
  await ready(base, id);
  expect((await search(base, 'herons nest april')).filter(({ score }: { score: number }) => score > 0.15)).toEqual([]);
  expect((await search(base, 'What do cranes eat?'))[0].document_id).toBe(id);
  const { data, pagination } = (await call(server, 'GET', `${base}/documents/${id}/chunks?per_page=1`)).body;
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ index: 0, content: expect.stringContaining('Cranes dance') });
  expect(Object.keys(data[0]).toSorted()).toEqual(['content', 'heading', 'id', 'index', 'token_count']);
  expect(pagination.total_count).toBeGreaterThanOrEqual(1);

  const twin = await call(server, 'POST', `${base}/documents`, { body: { name: 'ducks', text: 'Ducks swim.' } });
  const taken = await call(server, 'PUT', `${base}/documents/${id}`, { body: { name: 'x', text: 'Ducks swim.' } });
  expect([taken.status, taken.body.error.code]).toEqual([400, 'validation_error']);
  expect((await ready(base, twin.body.data.id)).name).toBe('ducks');
  expect((await call(server, 'PUT', `${base}/documents/doc_unknown`, { body })).status).toBe(404);
  expect((await call(server, 'GET', `${base}/documents/doc_unknown/chunks`)).status).toBe(404);
});

test('PUT keeps the address of a page of a source, unless the body has another', async () => {
  const base = await createBase();
  await settle(server, await createSource(server, { type: 'urls', urls: [address] }, base));
  const [crawled] = (await call(server, 'GET', `${base}/documents`)).body.data;
  expect(crawled).toMatchObject({ url: address, source_id: expect.any(String) });
  const put = async (body: object) =>
    (await call(server, 'PUT', `${base}/documents/${crawled.id}`, { body: { name: 'owls.md', ...body } })).body.data;
  expect(await put({ text: 'Owls sleep in hollow trees.' })).toMatchObject({ url: address, source: 'text' });
  await ready(base, crawled.id);
  expect((await search(base, 'Where do owls sleep?'))[0]).toMatchObject({ url: address });
  const other = 'https://birds.example.com/owls';
  expect(await put({ text: 'Owls sleep in barns.', url: other })).toMatchObject({ url: other });

  const own = { name: 'cranes.md', text: 'Cranes dance.', url: 'https://birds.example.com/cranes' };
  const { id } = (await call(server, 'POST', `${base}/documents`, { body: own })).body.data;
  const replaced = await call(server, 'PUT', `${base}/documents/${id}`, { body: { name: 'a', text: 'Cranes fly.' } });
  expect(replaced.body.data.url).toBeNull();
});

test('an address is fetched again by refresh; a text is not', async () => {
  const base = await createBase();
  const { id } = (await call(server, 'POST', `${base}/documents`, { body: { url: address } })).body.data;
  expect(await ready(base, id)).toMatchObject({ title: 'Owls of the town', url: address, language: 'en' });
  page = page.replace('hunt at night', 'sleep by day');
  const refreshed = await call(server, 'POST', `${base}/documents/${id}/refresh`);
  expect([refreshed.status, refreshed.body.data.id]).toEqual([202, id]);
  await eventually(async () => {
    const { data } = (await call(server, 'GET', `${base}/documents/${id}/chunks`)).body;
    return data[0]?.content.includes('sleep by day') ? true : undefined;
  });
  const text = (await call(server, 'POST', `${base}/documents`, { body: { name: 'a', text: 'A text.' } })).body.data;
  expect((await call(server, 'POST', `${base}/documents/${text.id}/refresh`)).status).toBe(400);
});

test('an address whose new content can’t be read fails at each refresh, until it can', async () => {
  const base = await createBase();
  const { id } = (await call(server, 'POST', `${base}/documents`, { body: { url: address } })).body.data;
  await ready(base, id);
  const readable = page;
  for (const [content, expected] of [
    ['<html><body></body></html>', { status: 'failed', error: { code: 'empty' } }],
    ['<html><body></body></html>', { status: 'failed', error: { code: 'empty' } }],
    [readable, { status: 'ready', error: null }],
  ] as const) {
    page = content;
    expect((await call(server, 'POST', `${base}/documents/${id}/refresh`)).status).toBe(202);
    const settled = await eventually(async () => {
      const { data } = (await call(server, 'GET', `${base}/documents/${id}`)).body;
      return ['ready', 'failed'].includes(data.status) ? data : undefined;
    });
    expect(settled).toMatchObject(expected);
    // Searches find the old content meanwhile.
    expect(await search(base, 'owls')).toHaveLength(1);
  }
});
