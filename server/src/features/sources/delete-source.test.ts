import { beforeEach, expect, test } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { createSource, search, settle, type SourceUnderTest, sync } from '../../../test/crawls.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { lockDocumentsInOrder } from '../../../test/lock-documents-in-order.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { watchDeletedChunks } from '../../../test/watch-deleted-chunks.ts';
import { makePage } from '../../../test/web-site.ts';
import type { DeletedRow } from '../../platform/leases/removals.sql.ts';
import { discardDocumentsOfSource } from '../knowledge-bases/documents/crawled-documents.sql.ts';
import { sweepDeletedBases } from '../knowledge-bases/remove-knowledge-base.ts';

const { server, site } = await startWithSite();
const { sql } = server.platform.database;
const deletions = await watchDeletedChunks(sql);
const names = ['/a', '/b', '/c'];
/** Copies of each document, enough that a request doesn't remove them all. */
const copies = server.platform.database.embedded ? 50 : 100;

beforeEach(() => {
  site.pages.clear();
  site.pages.set('/', makePage('Home', names));
  for (const name of names) site.pages.set(name, makeLongPage(name));
});

function makeLongPage(name: string): string {
  const parts = Array.from(
    { length: 30 },
    (_, part) => `<h2>Part ${part}</h2><p>${`Herons of ${name} nest early. `.repeat(60)}</p>`,
  );
  return makePage(`Page ${name}`, [], { body: parts.join('') });
}

/** A source whose pages have been read into small chunks. */
async function crawl(body: Readonly<Record<string, unknown>>): Promise<SourceUnderTest> {
  const small = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Site', chunk_size: 64 } });
  const source = await createSource(server, body, `/api/v1/knowledge-bases/${small.body.data.id}`);
  await settle(server, source);
  await deletions.forget();
  return source;
}

async function countChunks({ base }: SourceUnderTest): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM chunks WHERE knowledge_base_id = ${base.split('/').at(-1) ?? ''}`;
  return row?.count ?? 0;
}

/** So many chunks were deleted, a few in each transaction. */
async function expectShortDeletions(total: number): Promise<void> {
  const deleted = await deletions.count();
  expect(deleted.total).toBe(total);
  expect(deleted.largest).toBeLessThanOrEqual(128);
}

/** Adds so many documents without chunks to a source. */
async function addEmptyDocuments({ id }: SourceUnderTest, count: number): Promise<void> {
  await sql`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, source_id, mode, metadata, identity, status, edition)
    SELECT id || '_' || n, workspace_id, knowledge_base_id, name, source, source_id, mode, metadata,
      identity || n::text::bytea, status, 1
    FROM documents, generate_series(1, ${count}::int) AS n WHERE source_id = ${id}`;
}

/** Adds copies of each document of a source with a few chunks each. */
async function addDocuments(source: SourceUnderTest): Promise<void> {
  await addEmptyDocuments(source, copies);
  await sql`
    INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count, metadata)
    SELECT 'chk_' || id || '_' || n, workspace_id, knowledge_base_id, id, edition, 1000 + n, 'Herons', 1, '{}'
    FROM documents, generate_series(1, 8) AS n WHERE source_id = ${source.id}`;
}

test('a source with long pages and many documents disappears at once, and is removed in short transactions', async () => {
  const source = await crawl({ type: 'website', url: `${site.url}/` });
  await addDocuments(source);
  const total = await countChunks(source);
  expect(total).toBeGreaterThan(names.length * 150 + copies * 30);
  const listBases = async () => (await call(server, 'GET', '/api/v1/knowledge-bases')).body;
  const bases = await listBases();
  const [document] = (await call(server, 'GET', `${source.base}/documents?per_page=1`)).body.data;
  expect(await search(server, source.base, 'Where do herons nest?')).not.toEqual([]);
  expect((await call(server, 'DELETE', source.path)).body.data).toEqual({ id: source.id, deleted: true });
  expect(await countChunks(source)).toBeGreaterThan(0);
  for (const path of [source.path, `${source.base}/documents/${document.id}`, `/api/v1/documents/${document.id}`])
    expect((await call(server, 'GET', path)).status).toBe(404);
  expect((await call(server, 'PATCH', source.path, { body: { max_pages: 5 } })).status).toBe(404);
  for (const list of [`${source.base}/documents`, `${source.base}/sources`, '/api/v1/documents'])
    expect((await call(server, 'GET', list)).body.data).toEqual([]);
  expect(await listBases()).toMatchObject({
    data: [{ id: bases.data[0].id, document_count: 0, chunk_count: 0 }],
    pagination: bases.pagination,
  });
  expect(await search(server, source.base, 'Where do herons nest?')).toEqual([]);
  const countRows = async () => sql`
    SELECT (SELECT count(*)::int FROM knowledge_bases) AS bases, (SELECT count(*)::int FROM documents) AS documents,
      (SELECT sum(chunk_count)::int FROM search_terms) AS terms`;
  await expect.poll(countRows, { timeout: 120_000 }).toEqual([{ bases: 1, documents: 0, terms: 0 }]);
  expect(await countChunks(source)).toBe(0);
  await expectShortDeletions(total);
}, 240_000);

test.runIf(server.platform.database.embedded).each([
  ['its documents', '', 0],
  ['its entries', '?keep_documents=true', 501],
])('a source with many documents is deleted with %s a few at a time', async (_name, query, kept) => {
  site.pages.set('/', makePage('Home'));
  const source = await crawl({ type: 'website', url: `${site.url}/` });
  await addEmptyDocuments(source, 500);
  await sql.unsafe(`
    CREATE TABLE departures (count int);
    CREATE FUNCTION note_departure() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO departures SELECT count(*) FROM left_ones WHERE source_id IS NULL; RETURN NULL;
    END $$;
    CREATE TRIGGER note_departure AFTER UPDATE ON documents REFERENCING NEW TABLE AS left_ones
      FOR EACH STATEMENT EXECUTE FUNCTION note_departure()`);
  expect((await call(server, 'DELETE', source.path + query)).status).toBe(200);
  const [departures] = await sql`SELECT max(count) AS largest, sum(count)::int AS total FROM departures`;
  expect(departures).toEqual({ largest: 200, total: 501 });
  expect((await call(server, 'GET', source.path)).status).toBe(404);
  expect((await call(server, 'GET', source.base)).body.data.document_count).toBe(kept);
  await sql.unsafe('DROP FUNCTION note_departure CASCADE; DROP TABLE departures');
  expect(await sql`SELECT FROM source_pages WHERE source_id = ${source.id}`).toEqual([]);
});

test.runIf(server.platform.database.embedded).each([
  ['with its documents', '', 0],
  ['without them', '?keep_documents=true', 501],
])('the deletion of a source %s is finished although it was interrupted', async (_name, query, kept) => {
  site.pages.set('/', makePage('Home'));
  const source = await crawl({ type: 'website', url: `${site.url}/` });
  await addEmptyDocuments(source, 500);
  const restore = await interrupt(source);
  const { status } = await call(server, 'DELETE', source.path + query);
  await restore();
  expect(status).toBe(500);
  expect((await call(server, 'GET', source.path)).status).toBe(200);
  await expect.poll(async () => (await call(server, 'GET', source.path)).status).toBe(404);
  expect((await call(server, 'GET', source.base)).body.data.document_count).toBe(kept);
  const { body } = await call(server, 'GET', `/api/v1/audit-log?action=source.deleted&resource_id=${source.id}`);
  expect(body.data).toMatchObject([{ actor: { type: 'api_key' }, resource: { id: source.id } }]);
});

test.runIf(server.platform.database.embedded)(
  'a deletion that was interrupted can be repeated, also after a change of the source, and is recorded once',
  async () => {
    site.pages.set('/', makePage('Home'));
    const source = await crawl({ type: 'website', url: `${site.url}/` });
    await addEmptyDocuments(source, 500);
    const restore = await interrupt(source);
    expect((await call(server, 'DELETE', source.path)).status).toBe(500);
    await restore();
    expect((await call(server, 'PATCH', source.path, { body: { max_pages: 7 } })).status).toBe(200);
    expect((await call(server, 'DELETE', source.path)).status).toBe(200);
    expect((await call(server, 'GET', source.path)).status).toBe(404);
    const { body } = await call(server, 'GET', `/api/v1/audit-log?action=source.deleted&resource_id=${source.id}`);
    expect(body.data).toHaveLength(1);
  },
);

/** Ends a deletion in its second step, until the returned function is called. */
async function interrupt(source: { readonly id: string }): Promise<() => Promise<void>> {
  await sql.unsafe(`
    CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM documents WHERE source_id = '${source.id}') < 300 THEN RAISE 'interrupted'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER interrupt AFTER UPDATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION interrupt()`);
  return async () => void (await sql`DROP FUNCTION interrupt CASCADE`);
}

test('documents leave a source although those that left it before are gone: the process was suspended meanwhile', async () => {
  for (const name of names) site.pages.set(name, makePage(name));
  const source = await crawl({ type: 'website', url: `${site.url}/` });
  const [{ workspace_id: workspaceId } = expect.fail()] = await sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM sources WHERE id = ${source.id}`;
  const leave = async (known: DeletedRow | undefined) =>
    server.platform.database.transaction(async (tx) => discardDocumentsOfSource(tx, workspaceId, source.id, 2, known));
  const first = await leave(undefined);
  const base = first.base?.id ?? expect.fail();
  await sql`UPDATE knowledge_bases SET removal_due_at = now() - interval '1 second' WHERE id = ${base}`;
  await eventually(async () => {
    await sweepDeletedBases(server.platform);
    return (await sql`SELECT FROM knowledge_bases WHERE id = ${base}`).length === 0 ? true : undefined;
  });
  const second = await leave(first.base);
  expect([first.ids.length, second.ids.length]).toEqual([2, 2]);
  expect((await call(server, 'DELETE', source.path)).status).toBe(200);
});

test('long pages that are taken off the list of a source are deleted in short transactions', async () => {
  const urls = names.map((name) => `${site.url}${name}`);
  const source = await crawl({ type: 'urls', urls });
  const total = await countChunks(source);
  expect((await call(server, 'PATCH', source.path, { body: { urls: urls.slice(0, 1) } })).status).toBe(200);
  const { counts } = await sync(server, source);
  expect(counts).toMatchObject({ removed: names.length - 1, unchanged: 1, failed: 0 });
  const kept = await countChunks(source);
  expect(kept).toBeGreaterThan(150);
  const documents = (await call(server, 'GET', `${source.base}/documents`)).body.data;
  expect(documents).toMatchObject([{ url: urls[0], status: 'ready' }]);
  await expectShortDeletions(total - kept);
}, 240_000);

test('long pages that are missing or not to be indexed are deleted in short transactions', async () => {
  const source = await crawl({ type: 'urls', urls: names.slice(0, 2).map((name) => `${site.url}${name}`) });
  const total = await countChunks(source);
  site.pages.delete('/a');
  // For the first time in a row, it may be a fault of the site.
  await sync(server, source);
  expect(await countChunks(source)).toBe(total);
  site.pages.set('/b', makePage('Page /b', [], { head: '<meta name="robots" content="noindex">' }));
  expect((await sync(server, source)).counts).toMatchObject({ removed: 2 });
  expect((await call(server, 'GET', `${source.base}/documents`)).body.data).toEqual([]);
  await expectShortDeletions(total);
}, 240_000);

test.skipIf(process.env['TEST_DATABASE_URL'] === undefined).each([
  ['a source', ''],
  ['a source without its documents', '?keep_documents=true'],
])(
  'the deletion of %s and a worker that renews its leases on documents wait for each other in one order',
  async (_name, query) => {
    for (const name of names) site.pages.set(name, makePage(`Page ${name}`));
    const source = await crawl({ type: 'urls', urls: names.map((name) => `${site.url}${name}`) });
    // Held by a process for another hour; the first one is stored last.
    for (const order of ['DESC', 'ASC'])
      await sql`
        UPDATE documents SET status = 'processing', due_at = now() + interval '1 hour' WHERE id = ANY(ARRAY(
          SELECT id FROM documents WHERE source_id = ${source.id} ORDER BY id ${sql.unsafe(order)}
          LIMIT ${order === 'DESC' ? names.length - 1 : 1}))`;
    const remove = async () => call(server, 'DELETE', `${source.path}${query}`);
    const { status } = await lockDocumentsInOrder(server.platform.database, 'source_id', source.id, remove);
    expect(status).toBe(200);
  },
);

test.each([
  ['replaced', 'PUT', '', { name: 'Herons', text: 'Herons nest late.' }, 404],
  ['fetched again', 'POST', '/refresh', undefined, 202],
])('a document that is %s while its source is deleted is not processed', async (_name, method, path, body, status) => {
  const source = await crawl({ type: 'website', url: `${site.url}/` });
  await addDocuments(source);
  const [document] = (await call(server, 'GET', `${source.base}/documents?per_page=1`)).body.data;
  let deletion: unknown;
  const restore = interceptQueries(server.platform.database, (text, run) => {
    if (deletion !== undefined || !/SELECT , FROM documents\s+WHERE workspace_id = , AND id =/.test(text)) return run();
    const found = run() as Promise<unknown>;
    deletion = found.then(async () => call(server, 'DELETE', source.path));
    return found.then(async (rows) => {
      await deletion;
      return rows;
    });
  });
  const change = call(server, method, `${source.base}/documents/${document.id}${path}`, { body });
  expect((await change.finally(restore)).status).toBe(status);
  expect(await deletion).toMatchObject({ status: 200 });
  expect(await sql`SELECT status, due_at FROM documents WHERE id = ${document.id}`).toEqual([
    { status: 'failed', due_at: null },
  ]);
});
