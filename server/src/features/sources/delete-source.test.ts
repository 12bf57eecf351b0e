import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { createSource, settle } from '../../../test/crawls.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage } from '../../../test/web-site.ts';

const { server, site } = await startWithSite();

test('a source with long pages is deleted in short transactions', async () => {
  const { sql } = server.platform.database;
  const names = ['/a', '/b', '/c', '/d', '/e', '/f'];
  const body = Array.from(
    { length: 60 },
    (_, part) => `<h2>Part ${part}</h2><p>${'Herons nest early. '.repeat(60)}</p>`,
  );
  site.pages.set('/', makePage('Home', names));
  for (const name of names) site.pages.set(name, makePage(`Page ${name}`, [], { body: body.join('') }));
  const small = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Site', chunk_size: 64 } });
  const base = `/api/v1/knowledge-bases/${small.body.data.id}`;
  const source = await createSource(server, { type: 'website', url: `${site.url}/` }, base);
  await settle(server, source);
  const countChunks = async () =>
    (
      await sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM chunks WHERE knowledge_base_id = ${small.body.data.id}`
    )[0]?.count ?? 0;
  const total = await countChunks();
  expect(total).toBeGreaterThan(names.length * 150);
  await sql.unsafe(`
    CREATE TABLE deletions (tx text, count int);
    CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO deletions SELECT pg_current_xact_id()::text, count(*) FROM gone; RETURN NULL;
    END $$;
    CREATE TRIGGER note AFTER DELETE ON chunks REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION note_deletion()`);
  expect((await call(server, 'DELETE', source.path)).body.data).toEqual({ id: source.id, deleted: true });
  expect([await countChunks(), (await call(server, 'GET', `${base}/documents`)).body.data]).toEqual([0, []]);
  const [row] = await sql`
    SELECT sum(count)::int AS total, max(count)::int <= 128 AS is_short FROM (
      SELECT sum(count) AS count FROM deletions GROUP BY tx) AS transactions`;
  expect(row).toEqual({ total, is_short: true });
}, 240_000);
