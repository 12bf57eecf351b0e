import { expect, test, vi } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { lockDocumentsInOrder } from '../../../test/lock-documents-in-order.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { watchDeletedChunks } from '../../../test/watch-deleted-chunks.ts';

const { server } = await startWithDoubles();
const { sql } = server.platform.database;
const nests = 'Herons nest in April.';

/** A knowledge base with one document that is ready. */
async function makeBase(): Promise<{ id: string; path: string; document: string; key: string }> {
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Herons' } });
  const id: string = body.data.id;
  const path = `/api/v1/knowledge-bases/${id}`;
  const added = await call(server, 'POST', `${path}/documents`, {
    body: { name: 'Nests', text: nests },
  });
  const document = `${path}/documents/${added.body.data.id}`;
  await eventually(async () => (await call(server, 'GET', document)).body.data.status === 'ready' || undefined);
  const [row] = await sql<{ storage_key: string }[]>`SELECT storage_key FROM documents WHERE knowledge_base_id = ${id}`;
  return { id, path, document, key: row?.storage_key ?? '' };
}

/** Adds documents of some chunks each. */
async function fill(id: string, documents: number, chunks: number): Promise<void> {
  await sql`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, mode, metadata, identity, status, edition)
    SELECT id || '_' || n, workspace_id, knowledge_base_id, name, source, mode, metadata, identity || n::text::bytea, status, edition
    FROM documents, generate_series(1, ${documents}::int) AS n WHERE knowledge_base_id = ${id}`;
  await sql`
    INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count, metadata)
    SELECT 'chk_' || id || '_' || n, workspace_id, knowledge_base_id, id, edition, 100 + n, 'Herons', 1, '{}'
    FROM documents, generate_series(1, ${chunks}::int) AS n WHERE knowledge_base_id = ${id}`;
}

/** The tables that have rows of a knowledge base. */
async function tablesOf(id: string): Promise<string[]> {
  const tables = [
    'knowledge_bases',
    'documents',
    'chunks',
    'chunk_terms',
    'search_terms',
    'search_words',
    'search_totals',
  ];
  const found: string[] = [];
  for (const table of tables) {
    const column = table === 'knowledge_bases' ? 'id' : 'knowledge_base_id';
    if ((await sql`SELECT 1 FROM ${sql(table)} WHERE ${sql(column)} = ${id} LIMIT 1`).length > 0) found.push(table);
  }
  return found;
}

/** Nobody can see or use it any more. */
async function expectGone({ id, path, document }: Awaited<ReturnType<typeof makeBase>>): Promise<void> {
  const statuses = await Promise.all([
    call(server, 'GET', path),
    call(server, 'GET', document),
    call(server, 'GET', document.replace(`/knowledge-bases/${id}`, '')),
    call(server, 'GET', `${path}/documents`),
    call(server, 'PATCH', path, { body: { name: 'Again' } }),
    call(server, 'POST', `${path}/documents`, { body: { name: 'Late', text: 'Late' } }),
    call(server, 'POST', `${path}/query`, { body: { query: 'herons' } }),
    call(server, 'DELETE', path),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404));
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Reader', knowledge_base_ids: [id] } });
  expect(agent.status).toBe(400);
  const lists = await Promise.all(
    ['/api/v1/knowledge-bases', '/api/v1/documents', `/api/v1/documents?knowledge_base_id=${id}`].map((list) =>
      call(server, 'GET', list),
    ),
  );
  for (const { status, body } of lists) expect([status, JSON.stringify(body.data).includes(id)]).toEqual([200, false]);
}

test('a knowledge base with many chunks disappears at once, and is removed in short transactions', async () => {
  const base = await makeBase();
  await fill(base.id, 300, 40);
  const deletions = await watchDeletedChunks(sql);
  expect((await call(server, 'DELETE', base.path)).body.data).toEqual({ id: base.id, deleted: true });
  await expectGone(base);
  await expect.poll(async () => tablesOf(base.id), { timeout: 120_000 }).toEqual([]);
  const { total, largest } = await deletions.count();
  expect(total).toBe(301 * 40 + 1);
  expect(largest).toBeLessThanOrEqual(200);
  await expect(server.platform.storage.open(base.key)).rejects.toMatchObject({ code: 'resource_not_found' });
}, 240_000);

test('a sweep removes a deleted knowledge base whose process died', async () => {
  const base = await makeBase();
  await sql`
    UPDATE knowledge_bases SET deleted_at = now(), removal_due_at = now() - interval '1 second' WHERE id = ${base.id}`;
  await expectGone(base);
  await expect.poll(async () => tablesOf(base.id), { timeout: 60_000 }).toEqual([]);
});

test.each<[string, (base: Awaited<ReturnType<typeof makeBase>>) => Promise<{ status: number }>]>([
  [
    'a new text',
    async ({ path }) => call(server, 'POST', `${path}/documents`, { body: { name: 'Late', text: 'Late' } }),
  ],
  ['a replacement', async ({ document }) => call(server, 'PUT', document, { body: { name: 'Late', text: 'Later' } })],
])('%s is refused if its knowledge base is deleted while it is stored', async (_name, store) => {
  const base = await makeBase();
  await fill(base.id, 1_000, 4);
  const { storage } = server.platform;
  const { keepBytes } = storage;
  const storing = vi.spyOn(storage, 'keepBytes').mockImplementation(async (bytes, key) => {
    expect((await call(server, 'DELETE', base.path)).status).toBe(200);
    return keepBytes.call(storage, bytes, key);
  });
  try {
    expect((await store(base)).status).toBe(404);
    expect(storing).toHaveBeenCalledTimes(1);
  } finally {
    storing.mockRestore();
  }
  await expect.poll(async () => tablesOf(base.id), { timeout: 60_000 }).toEqual([]);
});

test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a deletion and a worker that renews its leases on documents wait for each other in one order',
  async () => {
    const base = await makeBase();
    await fill(base.id, 3, 1);
    // Held by a process for another hour.
    await sql`
      UPDATE documents SET status = 'processing', due_at = now() + interval '1 hour' WHERE knowledge_base_id = ${base.id}`;
    const remove = async () => call(server, 'DELETE', base.path);
    const { status } = await lockDocumentsInOrder(server.platform.database, 'knowledge_base_id', base.id, remove);
    expect(status).toBe(200);
  },
);
