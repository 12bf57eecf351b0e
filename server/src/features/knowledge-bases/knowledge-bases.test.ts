import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const create = async (body: Record<string, unknown>) => call(server, 'POST', '/api/v1/knowledge-bases', { body });
const path = (id: string) => `/api/v1/knowledge-bases/${id}`;

describe('a knowledge base', () => {
  it('is created with its defaults, read, changed and deleted', async () => {
    const { status, body } = await create({ name: ' Manuals ' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^kb_[0-9a-z]{26}$/),
      name: 'Manuals',
      description: '',
      embedding_model: 'portico-hash-1536',
      chunk_size: 512,
      chunk_overlap: 64,
      document_count: 0,
      chunk_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { id } = body.data;
    expect((await call(server, 'GET', path(id))).body.data).toEqual(body.data);
    const changed = await call(server, 'PATCH', path(id), { body: { description: 'All of them', chunk_size: 256 } });
    expect(changed.body.data).toMatchObject({ name: 'Manuals', description: 'All of them', chunk_size: 256 });
    expect((await call(server, 'DELETE', path(id))).body.data).toEqual({ id, deleted: true });
    expect((await call(server, 'GET', path(id))).status).toBe(404);
    expect((await call(server, 'DELETE', path(id))).status).toBe(404);
  });

  it.each([
    ['no name', {}, 'body.name'],
    ['a blank name', { name: '  ' }, 'body.name'],
    ['chunks that are too small', { name: 'x', chunk_size: 63 }, 'body.chunk_size'],
    ['chunks that are too large', { name: 'x', chunk_size: 2049 }, 'body.chunk_size'],
    ['an overlap as large as the chunk', { name: 'x', chunk_size: 100, chunk_overlap: 100 }, 'body.chunk_overlap'],
    ['an embedding model that is not there', { name: 'x', embedding_model: 'nope' }, 'body.embedding_model'],
    ['an unknown field', { name: 'x', chunks: 3 }, 'body.chunks'],
  ])('is refused with %s', async (_, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'validation_error', details: { fields: [{ path: field }] } });
  });

  it('has an overlap of 64, or the largest one that its chunks allow', async () => {
    expect((await create({ name: 'x', chunk_size: 100 })).body.data).toMatchObject({ chunk_overlap: 64 });
    expect((await create({ name: 'x', chunk_size: 64 })).body.data).toMatchObject({ chunk_overlap: 63 });
    const { id } = (await create({ name: 'x', chunk_size: 100, chunk_overlap: 90 })).body.data;
    const answer = await call(server, 'PATCH', path(id), { body: { chunk_size: 80 } });
    expect(answer.body.error.details.fields[0].path).toBe('body.chunk_overlap');
  });

  it('gets the default of each field that is null', async () => {
    const fields = { name: 'x', description: 'y', chunk_size: 1000, chunk_overlap: 900 };
    const { id } = (await create(fields)).body.data;
    const patch = async (body: object) => call(server, 'PATCH', path(id), { body });
    const { status, body } = await patch({ description: null, chunk_size: null, chunk_overlap: null });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'x', description: '', chunk_size: 512, chunk_overlap: 64 });
    const nameless = await patch({ name: null });
    expect([nameless.status, nameless.body.error.details.fields[0]]).toEqual([
      400,
      { path: 'body.name', message: 'is required', code: 'required' },
    ]);
  });

  it('keeps every one of several concurrent changes', async () => {
    const { id } = (await create({ name: 'x' })).body.data;
    const changes = [{ name: 'New' }, { description: 'Newer' }, { chunk_size: 1024 }, { chunk_overlap: 32 }];
    await Promise.all(changes.map(async (body) => call(server, 'PATCH', path(id), { body })));
    expect((await call(server, 'GET', path(id))).body.data).toMatchObject(Object.assign({}, ...changes));
  });

  it('is found by name and description, newest first', async () => {
    await create({ name: 'Zebra care', description: 'stripes' });
    await create({ name: 'Horses', description: 'No zebra, 100% horse' });
    const search = async (text: string) => {
      const answer = await call(server, 'GET', `/api/v1/knowledge-bases?search=${encodeURIComponent(text)}`);
      return answer.body.data.map(({ name }: { name: string }) => name);
    };
    expect(await search('ZEBRA')).toEqual(['Horses', 'Zebra care']);
    expect(await search('100%')).toEqual(['Horses']);
    expect(await search('_')).toEqual([]);
    const page = await call(server, 'GET', '/api/v1/knowledge-bases?search=zebra&per_page=1&page=2');
    expect(page.body.data).toHaveLength(1);
    expect(page.body.pagination).toMatchObject({ total_count: 2, has_prev: true, has_next: false });
  });

  it('of an unknown id is a 404 on every route', async () => {
    const unknown = path('kb_00000000000000000000000000');
    const answers = await Promise.all([
      call(server, 'GET', unknown),
      call(server, 'PATCH', unknown, { body: {} }),
      call(server, 'DELETE', unknown),
      call(server, 'POST', `${unknown}/query`, { body: { query: 'x' } }),
      call(server, 'GET', `${unknown}/documents`),
      call(server, 'POST', `${unknown}/documents`, { body: { name: 'x', text: 'y' } }),
      call(server, 'GET', `${unknown}/documents/doc_1`),
      call(server, 'DELETE', `${unknown}/documents/doc_1`),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ code: 'resource_not_found', details: { resource: 'knowledge base' } });
    }
  });
});

describe('a query', () => {
  it.each([
    ['without its question', {}, 'body.query'],
    ['with a blank question', { query: ' ' }, 'body.query'],
    ['for no results', { query: 'x', top_k: 0 }, 'body.top_k'],
    ['for too many results', { query: 'x', top_k: 21 }, 'body.top_k'],
    ['for half a result', { query: 'x', top_k: 1.5 }, 'body.top_k'],
    ['in an unknown mode', { query: 'x', mode: 'fuzzy' }, 'body.mode'],
    ['above every score', { query: 'x', min_score: 1.1 }, 'body.min_score'],
    ['filtered by an object', { query: 'x', filter: { a: {} } }, 'body.filter.a'],
  ])('%s is refused', async (_, body, field) => {
    const { id } = (await create({ name: 'Empty' })).body.data;
    const answer = await call(server, 'POST', `${path(id)}/query`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields[0].path).toBe(field);
  });

  it('of an empty knowledge base finds nothing and returns the query', async () => {
    const { id } = (await create({ name: 'Empty' })).body.data;
    const answer = await call(server, 'POST', `${path(id)}/query`, { body: { query: 'Anything?' } });
    expect(answer.body.data).toEqual({ results: [], query: 'Anything?', top_k: 5 });
  });
});
