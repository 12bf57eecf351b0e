import { analyseText } from '../../server/src/platform/lexicon/analyse-text.ts';
import { insertTerms, markFilled } from '../../server/src/features/knowledge-bases/search/fill-terms.sql.ts';
import { toLabels, toNewWords, toStoredTerms } from '../../server/src/features/knowledge-bases/search/store-terms.ts';
import { call } from '../../server/test/client.ts';
import type { ServerUnderTest } from '../../server/test/start-server.ts';
import type { Texts } from './write-texts.ts';

const dimensions = 1536;
/** Number of topics of chunks and questions. */
export const topics = 200;
/** The name of a model that isn't the built-in one, because the two are searched differently. */
export const remoteModel = 'bench-embedding';

const together = 1_000;

/**
 * Creates a knowledge base of this many chunks, whose words and vectors are centred on topics. Each hundredth has
 * `part` 0, and each second `half` 0.
 */
export async function makeBase(server: ServerUnderTest, count: number, texts: Texts): Promise<string> {
  const { database } = server.platform;
  const { sql, embedded } = database;
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: `${count} chunks` } });
  const id: string = body.data.id;
  await sql`UPDATE knowledge_bases SET dimensions = ${dimensions} WHERE id = ${id}`;
  const document = { id: `doc_${id.slice(3)}`, knowledge_base_id: id, name: 'Bench', title: null, edition: 1 };
  const [row] = await sql<{ workspace_id: string }[]>`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, mode, metadata, identity, status, edition, chunk_count)
    SELECT ${document.id}, workspace_id, id, 'Bench', 'text', 'markdown', '{}', ${Buffer.from(id)}, 'ready', 1, 0
    FROM knowledge_bases WHERE id = ${id} RETURNING workspace_id`;
  const workspace_id = row?.workspace_id ?? '';
  for (let from = 0; from < count; from += together) {
    const chunks = Array.from({ length: Math.min(together, count - from) }, (_, index) => {
      const content = texts.chunk((from + index) % topics);
      return { id: `chk_${id}${from + index}`, content, analysed: analyseText({ content }, 'en') };
    });
    await sql`
      INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count, metadata, embedding)
      SELECT 'chk_' || ${id}::text || item.n, ${workspace_id}, ${id}, ${document.id}, 1, item.n, item.content, 200,
        jsonb_build_object('part', item.n % 100, 'half', item.n % 2), l2_normalize(topic.vector + noise.vector)
      FROM (SELECT content, ${from}::int + place::int - 1 AS n
          FROM unnest(${chunks.map(({ content }) => content)}::text[]) WITH ORDINALITY AS given (content, place)) AS item
        JOIN bench_vectors AS topic ON topic.n = item.n % ${topics}
        JOIN bench_vectors AS noise ON noise.n = ${topics} + item.n / ${topics}`;
    const rows = chunks.map((chunk, index) => {
      const labels = toLabels(workspace_id, { part: (from + index) % 100, half: (from + index) % 2 });
      return { id: chunk.id, ...toStoredTerms(id, chunk.analysed, labels) };
    });
    const words = toNewWords(
      id,
      chunks.map(({ analysed }) => analysed),
    );
    await database.transaction(async (tx) => insertTerms(tx, { ...document, workspace_id }, rows, words));
  }
  await markFilled(sql, { ...document, workspace_id }, 'en');
  // Set only now, so that no worker starts an index that grows row by row.
  await sql`UPDATE documents SET chunk_count = ${count} WHERE id = ${document.id}`;
  if (!embedded) await sql`VACUUM ANALYZE chunks, chunk_terms, documents, search_terms, search_words`;
  return id;
}

/** Vectors of normally distributed numbers: the centres of the topics, and the offsets of chunks. */
export async function makeVectors({ platform }: ServerUnderTest, count: number): Promise<void> {
  const { sql } = platform.database;
  await sql.unsafe(`CREATE TABLE bench_vectors (n int PRIMARY KEY, vector vector(${dimensions}))`);
  for (let from = 0; from < count; from += 20) {
    const rows = Array.from({ length: 20 }, (_, i) => ({
      n: from + i,
      vector: writeVector(from + i < topics ? 1 : 0.7),
    }));
    await sql`INSERT INTO bench_vectors ${sql(rows)}`;
  }
}

export function writeVector(size: number): string {
  return `[${Array.from({ length: dimensions }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    return (normal * size).toFixed(5);
  }).join(',')}]`;
}
