import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid, expectUnknown } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 4.6 Knowledge bases', () => {
  let base: Body;
  const query = async (body: unknown, id: string = base.id) =>
    world.api('POST', `/knowledge-bases/${id}/query`, { body });
  beforeAll(async () => {
    const { id } = await world.make('/knowledge-bases', { name: 'Birds' });
    for (let made = 0; made < 7; made += 1) {
      const text = `Heron number ${made} nests in ${2000 + made}.`;
      const { id: document } = await world.make(`/knowledge-bases/${id}/documents`, { name: `h${made}.md`, text });
      await world.until(`/knowledge-bases/${id}/documents/${document}`, 'ready');
    }
    base = await world.get(`/knowledge-bases/${id}`);
  });

  describe('GET /api/v1/knowledge-bases/:id', () => {
    it('data = knowledge base', async () => {
      expect(base).toMatchObject({ name: 'Birds', document_count: 7, chunk_count: 7 });
    });
    it('404', async () => {
      expectUnknown(await world.api('GET', '/knowledge-bases/kb_nope'), 'knowledge base', 'kb_nope');
    });
  });

  describe('POST /api/v1/knowledge-bases/:id/query', () => {
    it('data = { results, query (echo), top_k (echo) }', async () => {
      const { status, body } = await query({ query: 'Where do herons nest?', top_k: 2 });
      expect(status).toBe(200);
      expect(body.data).toEqual({ results: expect.any(Array), query: 'Where do herons nest?', top_k: 2 });
      expect(body.data.results).toHaveLength(2);
    });
    it('results are the most similar first', async () => {
      const scores = (await query({ query: 'heron' })).body.data.results.map(({ score }: Body) => score);
      expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    });
    it('query: string, required', async () => {
      expectInvalid(await query({}), 'body.query');
      expectInvalid(await query({ query: 3 }), 'body.query');
      expectInvalid(await query({ query: ' ' }), 'body.query');
    });
    it('top_k: number, optional, default 5', async () => {
      const { data } = (await query({ query: 'heron' })).body;
      expect([data.top_k, data.results.length]).toEqual([5, 5]);
    });
    it.each([1, 20])('top_k: range 1 to 20: %i', async (top_k) => {
      const { data } = (await query({ query: 'heron', top_k })).body;
      expect([data.top_k, data.results.length]).toEqual([top_k, Math.min(top_k, 7)]);
    });
    it.each([0, 21, -1, 2.5, '5', null])('top_k: range 1 to 20: not %j', async (top_k) => {
      expectInvalid(await query({ query: 'heron', top_k }), 'body.top_k');
    });
    it('404 resource_not_found', async () => {
      expectUnknown(await query({ query: 'heron' }, 'kb_nope'), 'knowledge base', 'kb_nope');
    });
    it('400 validation_error', async () => {
      expectInvalid(await query({ query: 'heron', topK: 3 }), 'body.topK');
    });
  });
});
