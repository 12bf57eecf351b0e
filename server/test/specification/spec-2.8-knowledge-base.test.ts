import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFields } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 2.8 Knowledge base and query result', () => {
  let base: Body;
  let document: Body;
  let answer: Body;
  beforeAll(async () => {
    const { id } = await world.make('/knowledge-bases', {
      name: 'Docs',
      description: 'All',
      chunk_size: 128,
      chunk_overlap: 16,
    });
    const documents = `/knowledge-bases/${id}/documents`;
    const text = 'The library opens at nine in the morning.';
    const made = await world.make(documents, { name: 'hours.md', text, metadata: { floor: 2 } });
    const other = await world.make(documents, { name: 'cats.md', text: 'Cats sleep for most of the day.' });
    document = await world.until(`${documents}/${made.id}`, 'ready');
    await world.until(`${documents}/${other.id}`, 'ready');
    base = await world.get(`/knowledge-bases/${id}`);
    answer = await world.make(`/knowledge-bases/${id}/query`, { query: 'When does the library open?' });
  });

  describe('Knowledge base', () => {
    testFields(() => base, {
      id: 'string',
      name: 'string',
      description: 'string',
      embedding_model: 'string',
      chunk_size: 'integer',
      chunk_overlap: 'integer',
      document_count: 'integer',
      chunk_count: 'integer',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    });
    it('shows the values with which it was created', () => {
      expect(base).toMatchObject({ name: 'Docs', description: 'All', chunk_size: 128, chunk_overlap: 16 });
    });
    it('document_count and chunk_count count the searchable content', () => {
      expect(base).toMatchObject({ document_count: 2, chunk_count: 2 });
    });
  });

  describe('Query result item', () => {
    testFields(() => answer.results[0], {
      id: 'string',
      content: 'string',
      document_id: 'string',
      document_name: 'string',
      title: 'string',
      url: 'string or null',
      score: ['number, 0 to 1', z.number().min(0).max(1)],
      metadata: 'object',
    });
    it('id is the chunk’s, content its text', () => {
      expect(answer.results[0].id).toMatch(/^chk_[0-9a-z]{26}$/);
      expect(answer.results[0].content).toContain('The library opens at nine');
    });
    it('document_id and document_name are the source document’s', () => {
      expect(answer.results[0]).toMatchObject({ document_id: document.id, document_name: 'hours.md' });
    });
    it('score is higher for more similar chunks', () => {
      const [first, second] = answer.results;
      expect(first.score).toBeGreaterThan(second.score);
    });
    it('metadata are the document’s', () => {
      expect(answer.results[0].metadata).toMatchObject({ floor: 2 });
    });
    it('metadata may be empty', () => {
      expect(answer.results[1].metadata).toEqual({});
    });
  });
});
