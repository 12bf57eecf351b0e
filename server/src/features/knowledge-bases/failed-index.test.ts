import { expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { exactUpTo, indexLargeBases } from './approximate-index.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

/** A knowledge base that counts as large. */
async function createLarge(): Promise<string> {
  const { id } = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Large' } })).body.data;
  const path = `/api/v1/knowledge-bases/${id}`;
  await call(server, 'POST', `${path}/documents`, { body: { name: 'Seed', text: 'A seed.' } });
  await eventually(async () => (await call(server, 'GET', path)).body.data.chunk_count === 1 || undefined);
  await server.platform.database.sql`
    UPDATE documents SET chunk_count = ${exactUpTo + 1} WHERE knowledge_base_id = ${id}`;
  return id;
}

// The embedded database has no such indexes.
it.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a knowledge base gets its index although that of another one can’t be built',
  async () => {
    const { sql } = server.platform.database;
    const broken = await createLarge();
    const other = await createLarge();
    // Not the length of its vectors.
    await sql`UPDATE knowledge_bases SET dimensions = 16 WHERE id = ${broken}`;
    // The first one found is that which was stored first.
    await sql`UPDATE knowledge_bases SET updated_at = now() WHERE id = ${other}`;
    await indexLargeBases(server.platform);
    const indexed = await sql`SELECT id FROM knowledge_bases WHERE has_half_index`;
    expect(indexed.map(({ id }): unknown => id)).toEqual([other]);
  },
);
