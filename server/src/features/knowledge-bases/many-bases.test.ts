import { beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { countRowsRead } from '../../../test/count-rows-read.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { findBasesToIndex } from './index-upkeep.sql.ts';
import { listKnowledgeBases } from './knowledge-bases.sql.ts';

const count = 3000;
let server: ServerUnderTest;
let workspace: string;
beforeAll(async () => {
  server = await startServer();
  const { sql } = server.platform.database;
  const large = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Large' } })).body.data.id;
  await sql`
    INSERT INTO knowledge_bases (id, workspace_id, name, description, embedding_model, dimensions, chunk_size, chunk_overlap)
    SELECT 'kb_' || n, workspace_id, 'Small ' || n, '', embedding_model, 16, 500, 50
    FROM knowledge_bases, generate_series(1, 50) AS n WHERE id = ${large}`;
  await sql`UPDATE knowledge_bases SET dimensions = 16 WHERE id = ${large}`;
  await sql`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, mode, metadata, identity, status, chunk_count)
    SELECT 'doc_' || n, workspace_id, CASE WHEN n = 1 THEN 'kb_1' ELSE id END, 'Document', 'text', 'markdown', '{}',
      sha256(n::text::bytea), 'ready', 2
    FROM knowledge_bases, generate_series(1, ${count}) AS n WHERE id = ${large}`;
  const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM knowledge_bases WHERE id = ${large}`;
  workspace = row?.workspace_id ?? '';
  // Postgres then knows that most documents are in one base.
  await sql`ANALYZE documents`;
  await sql`ANALYZE knowledge_bases`;
});

test('the documents of a large knowledge base are not counted for each of the others in a list', async () => {
  const { database } = server.platform;
  const read = await countRowsRead(database, 'documents', async (sql) =>
    listKnowledgeBases(sql, workspace, { page: 1, per_page: 100 }),
  );
  expect(read).toBeLessThan(count * 3);
  const { data } = (await call(server, 'GET', '/api/v1/knowledge-bases?per_page=100')).body;
  const counted = data.map(({ name, document_count: documents, chunk_count: chunks }: Record<string, unknown>) => ({
    name,
    documents,
    chunks,
  }));
  expect(counted).toHaveLength(51);
  expect(counted).toContainEqual({ name: 'Large', documents: count - 1, chunks: (count - 1) * 2 });
  expect(counted).toContainEqual({ name: 'Small 1', documents: 1, chunks: 2 });
  expect(counted).toContainEqual({ name: 'Small 2', documents: 0, chunks: 0 });
});

test('nor to find out which of them needs an index', async () => {
  const { database } = server.platform;
  let found: { id: string }[] = [];
  const read = await countRowsRead(database, 'documents', async (sql) => {
    found = await findBasesToIndex(sql, count);
  });
  expect(read).toBeLessThan(count * 3);
  expect(found).toHaveLength(1);
});
