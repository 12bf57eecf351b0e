import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { hashEmbeddingName } from '../../platform/models/hash-embedding.ts';
import { exactUpTo, indexLargeBases } from './approximate-index.ts';
import { searchKnowledgeBases } from './query.service.ts';
import { findNearest, findNearestOfFew, findNearly } from './search.sql.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

// The embedded database compares every chunk, so there is no index to test on it.
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('a large knowledge base', () => {
  it('is searched by its own index, including filters, and its index is deleted with it', async () => {
    const { sql } = server.platform.database;
    const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Large' } });
    const id: string = body.data.id;
    const path = `/api/v1/knowledge-bases/${id}`;
    await call(server, 'POST', `${path}/documents`, { body: { name: 'Seed', text: 'A seed.' } });
    await eventually(async () => {
      const answer = await call(server, 'GET', path);
      return answer.body.data.chunk_count === 1 ? true : undefined;
    });
    const count = exactUpTo + 1000;
    await sql`UPDATE knowledge_bases SET dimensions = 16 WHERE id = ${id}`;
    await sql`DELETE FROM chunks WHERE knowledge_base_id = ${id}`;
    await sql`
      INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count, metadata, embedding)
      SELECT 'chk_' || n, d.workspace_id, ${id}, d.id, d.edition, n, 'chunk ' || n, 3, jsonb_build_object('part', n % 100),
        (SELECT array_agg(sin(n * i * 12.9898))::real[]::vector(16) FROM generate_series(1, 16) i)
      FROM documents d, generate_series(1, ${count}) n WHERE d.knowledge_base_id = ${id}`;
    await sql`UPDATE documents SET chunk_count = ${count} WHERE knowledge_base_id = ${id}`;
    await indexLargeBases(server.platform);
    const listIndexes = async () =>
      (
        await sql<{ name: string }[]>`SELECT indexname AS name FROM pg_indexes WHERE indexname LIKE ${`chunks%${id}`}`
      ).map(({ name }) => name);
    expect(await listIndexes()).toEqual([`chunks_half_${id}`]);
    const [base] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM knowledge_bases WHERE id = ${id}`;
    let found = 0;
    // The vectors form tight groups, which would not be connected in a sparser graph.
    for (const turn of Array.from({ length: 20 }, (_, index) => index)) {
      const filter = turn % 4 === 3 ? { part: 7 } : {};
      const bounds = {
        workspaceId: base?.workspace_id ?? '',
        knowledgeBaseIds: [id],
        filter,
        vector: `[${Array.from({ length: 16 }, (_, i) => Math.cos(i * (1 + turn * 0.37) + turn)).join(',')}]`,
        dimensions: 16,
        limit: 10,
      };
      const [exact, near] = await Promise.all([
        findNearest(sql, bounds),
        findNearly(server.platform.database, bounds, 'half'),
      ]);
      expect(near).toHaveLength(10);
      const least = Math.min(...exact.map(({ score }) => score ?? 0)) - 0.01;
      found += near.filter(({ score }) => (score ?? 0) >= least).length;
    }
    expect(found / 200).toBeGreaterThanOrEqual(0.95);
    const vector = `[${Array.from({ length: 16 }, (_, i) => Math.cos(i)).join(',')}]`;
    const few = { workspaceId: base?.workspace_id ?? '', knowledgeBaseIds: [id], filter: { part: 7 }, vector };
    const passing = count / 100;
    const findFew = async (most: number) => findNearestOfFew(sql, { ...few, dimensions: 16, limit: 10 }, most);
    expect(await findFew(passing - 1)).toBeUndefined();
    const exact = await findNearest(sql, { ...few, dimensions: 16, limit: 10 });
    expect((await findFew(passing))?.map(({ id: chunk }) => chunk)).toEqual(exact.map(({ id: chunk }) => chunk));
    // A backend reports what it used at the end of a transaction, at most once a second.
    await eventually(async () => {
      const [use] = await sql<{ scans: number }[]>`
        SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = ${`chunks_half_${id}`}`;
      return (use?.scans ?? 0) > 0 ? true : undefined;
    });
    // The state left by an older version: its index is used until it has been replaced.
    await sql.unsafe(`DROP INDEX chunks_half_${id}`);
    // Any other way, it would also take the seed's longer vector while a transaction of another test is older.
    await sql.unsafe(
      `CREATE INDEX CONCURRENTLY chunks_near_${id} ON chunks USING hnsw ((embedding::vector(16)) vector_cosine_ops) WHERE knowledge_base_id = '${id}'`,
    );
    await sql`UPDATE knowledge_bases SET is_indexed = true, has_half_index = false WHERE id = ${id}`;
    const bounds = { ...few, dimensions: 16, limit: 10 };
    // Which of the nearest an approximate index misses depends on the random layers with which it was built.
    const nearest = new Set(exact.map(({ id: chunk }) => chunk));
    const old = await findNearly(server.platform.database, bounds, 'full');
    expect(old).toHaveLength(10);
    expect(old.filter(({ id: chunk }) => nearest.has(chunk)).length).toBeGreaterThanOrEqual(5);
    await indexLargeBases(server.platform);
    expect(await listIndexes()).toEqual([`chunks_half_${id}`]);
    const [state] = await sql`SELECT is_indexed, has_half_index FROM knowledge_bases WHERE id = ${id}`;
    expect(state).toEqual({ is_indexed: false, has_half_index: true });
    await call(server, 'DELETE', path);
    await expect.poll(listIndexes).toEqual([]);
    // As if it had been completed after its knowledge base was gone.
    await sql.unsafe(`CREATE INDEX chunks_half_${id} ON chunks (id) WHERE knowledge_base_id = '${id}'`);
    await indexLargeBases(server.platform);
    expect(await listIndexes()).toEqual([]);
  });

  it('answers behind a filter that the question’s nearest chunks don’t pass, without a word of theirs', async () => {
    const { platform } = server;
    const { sql } = platform.database;
    const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Halves' } });
    const id: string = body.data.id;
    const path = `/api/v1/knowledge-bases/${id}`;
    await call(server, 'POST', `${path}/documents`, { body: { name: 'Seed', text: 'A seed.' } });
    await eventually(async () => ((await call(server, 'GET', path)).body.data.chunk_count === 1 ? true : undefined));
    await sql`DELETE FROM chunks WHERE knowledge_base_id = ${id}`;
    const asked = Array.from({ length: 16 }, (_, at) => Math.cos(at));
    const count = 20_000;
    // The first 6,000 are about the question's subject, and belong to the other half.
    await sql`
      INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count, metadata, embedding)
      SELECT 'chk_half_' || n, d.workspace_id, ${id}, d.id, d.edition, n, 'chunk ' || n, 3,
        jsonb_build_object('half', CASE WHEN n <= 6000 THEN 0 ELSE n % 2 END),
        (SELECT array_agg(CASE WHEN n <= 6000 THEN cos(i - 1) + 0.1 * sin(n * i * 7.77) ELSE sin(n * i * 12.9898) END)::real[]::vector(16)
          FROM generate_series(1, 16) i)
      FROM documents d, generate_series(1, ${count}) n WHERE d.knowledge_base_id = ${id}`;
    await sql`UPDATE documents SET chunk_count = ${count} WHERE knowledge_base_id = ${id}`;
    await sql`UPDATE knowledge_bases SET dimensions = 16, embedding_model = 'remote' WHERE id = ${id}`;
    await sql`ANALYZE chunks`;
    await indexLargeBases(platform);
    const embedding = (): ReturnType<typeof platform.models.embedding> => ({
      ...platform.models.embedding(hashEmbeddingName),
      dimensions: 16,
      embed: async () => [Float32Array.from(asked)],
    });
    const asking = { ...platform, models: { ...platform.models, embedding } };
    const [base] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM knowledge_bases WHERE id = ${id}`;
    const search = async (mode: 'hybrid' | 'semantic') => {
      const question = { query: 'unheard of', filter: { half: 1 }, mode, top_k: 10 };
      const found = await searchKnowledgeBases(
        asking,
        base?.workspace_id ?? '',
        [id],
        question,
        AbortSignal.timeout(60_000),
      );
      return found.map(({ id: chunk }) => chunk).toSorted();
    };
    const brief = {
      workspaceId: base?.workspace_id ?? '',
      knowledgeBaseIds: [id],
      filter: { half: 1 },
      vector: `[${asked.join(',')}]`,
      dimensions: 16,
      limit: 10,
      isBrief: true,
    };
    // Too few; that it finds none at all would depend on the random layers of the index.
    expect((await findNearly(platform.database, brief, 'half')).length).toBeLessThan(10);
    expect(await search('hybrid')).toHaveLength(10);
    expect(await search('hybrid')).toEqual(await search('semantic'));
    await call(server, 'DELETE', path);
  });
});
