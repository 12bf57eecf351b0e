import { performance } from 'node:perf_hooks';
import { indexLargeBases, searchKnowledgeBases } from '../server/src/features/knowledge-bases/index.ts';
import type { Platform } from '../server/src/platform/platform.ts';
import { call } from '../server/test/client.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';

export const name =
  'A question to a knowledge base without its embedding call, beside a bare select that compares them all';

const dimensions = 1536;
const clusters = 200;
const questions = 100;
const warmups = 10;
/** The embedded database compares every chunk, so it is asked no more than it is meant for. */
const levels = { embedded: [1000, 10_000], server: [1000, 10_000, 100_000] };

/** Makes a knowledge base of so many chunks, whose vectors lie in clusters; each hundredth has `part` 0. */
async function makeBase(server: ServerUnderTest, count: number): Promise<string> {
  const { sql } = server.platform.database;
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: `${count} chunks` } });
  const id: string = body.data.id;
  await sql`UPDATE knowledge_bases SET dimensions = ${dimensions} WHERE id = ${id}`;
  const documentId = `doc_${id.slice(3)}`;
  await sql`
    INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, mode, metadata, identity, status, edition, chunk_count)
    SELECT ${documentId}, workspace_id, id, 'Bench', 'text', 'markdown', '{}', ${Buffer.from(id)}, 'ready', 1, ${count}
    FROM knowledge_bases WHERE id = ${id}`;
  for (let from = 0; from < count; from += 1000) {
    await sql`
      INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count, metadata, embedding)
      SELECT 'chk_' || ${id}::text || item.n, d.workspace_id, d.knowledge_base_id, d.id, 1, item.n,
        'Chunk ' || item.n || ' of a bench: ' || repeat('some words to read, ', 40), 200,
        jsonb_build_object('part', item.n % 100), l2_normalize(cluster.vector + noise.vector)
      FROM generate_series(${from}::int, ${from + 999}::int) AS item (n)
        JOIN bench_vectors AS cluster ON cluster.n = item.n % ${clusters}
        JOIN bench_vectors AS noise ON noise.n = ${clusters} + item.n / ${clusters}
        JOIN documents d ON d.id = ${documentId}`;
  }
  if (!server.platform.database.embedded) await sql`VACUUM ANALYZE chunks`;
  return id;
}

/** Vectors of normally distributed numbers: the clusters' middles, and what moves a chunk away from one. */
async function makeVectors({ platform }: ServerUnderTest, count: number): Promise<void> {
  const { sql } = platform.database;
  await sql.unsafe(`CREATE TABLE bench_vectors (n int PRIMARY KEY, vector vector(${dimensions}))`);
  for (let from = 0; from < count; from += 20) {
    const rows = Array.from({ length: 20 }, (_, i) => ({
      n: from + i,
      vector: writeVector(from + i < clusters ? 1 : 0.7),
    }));
    await sql`INSERT INTO bench_vectors ${sql(rows)}`;
  }
}

function writeVector(size: number): string {
  return `[${Array.from({ length: dimensions }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    return (normal * size).toFixed(5);
  }).join(',')}]`;
}

interface Measured {
  readonly p50: number;
  readonly p95: number;
  /** The bare select that compares every vector, p50. */
  readonly exact: number;
  readonly recall: number;
}

async function measure(
  { platform }: ServerUnderTest,
  id: string,
  filter: Record<string, number>,
  questions: number,
): Promise<Measured> {
  const { sql } = platform.database;
  const [base] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM knowledge_bases WHERE id = ${id}`;
  const workspaceId = base?.workspace_id ?? '';
  const [times, bare]: [number[], number[]] = [[], []];
  let found = 0;
  for (let round = 0; round < questions; round += 1) {
    const vector = await writeQuestion(platform, round);
    const asking: Platform = withVector(platform, vector);
    const started = performance.now();
    const question = { query: 'bench', filter };
    const results = await searchKnowledgeBases(asking, workspaceId, [id], question, AbortSignal.timeout(60_000));
    times.push(performance.now() - started);
    const text = `[${vector.join(',')}]`;
    const bareStarted = performance.now();
    const exact = await sql<{ id: string }[]>`
      SELECT id, content FROM chunks WHERE (knowledge_base_id || '') = ${id} AND metadata @> ${JSON.stringify(filter)}::jsonb
      ORDER BY embedding <=> ${text}::vector LIMIT 5`;
    bare.push(performance.now() - bareStarted);
    const wanted = new Set(exact.map((chunk) => chunk.id));
    found += results.filter((chunk) => wanted.has(chunk.id)).length / Math.max(1, wanted.size);
  }
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    exact: percentile(bare, 0.5),
    recall: found / questions,
  };
}

async function writeQuestion({ database }: Platform, round: number): Promise<number[]> {
  const noise = writeVector(0.7);
  const [row] = await database.sql<{ vector: string }[]>`
    SELECT l2_normalize(vector + ${noise}::vector)::text AS vector FROM bench_vectors WHERE n = ${round % clusters}`;
  return JSON.parse(row?.vector ?? '[]') as number[];
}

/** The same platform with an embedding model that knows its answer at once. */
function withVector(platform: Platform, vector: readonly number[]): Platform {
  const embed = async (): Promise<Float32Array[]> => [Float32Array.from(vector)];
  const embedding = (model: string) => ({ ...platform.models.embedding(model), dimensions, embed });
  return { ...platform, models: { ...platform.models, embedding } };
}

export async function run(): Promise<Row[]> {
  const server = await startServer({}, { onDisk: true });
  const rows: Row[] = [];
  try {
    const { embedded } = server.platform.database;
    const counts = embedded ? levels.embedded : levels.server;
    await makeVectors(server, clusters + Math.ceil((counts.at(-1) ?? 0) / clusters / 20) * 20);
    for (const count of counts) {
      const id = await makeBase(server, count);
      const started = performance.now();
      await indexLargeBases(server.platform);
      const seconds = (performance.now() - started) / 1000;
      const chunks = `${count.toLocaleString('en')} chunks`;
      if (seconds > 1) rows.push({ what: `${chunks}, building the index`, value: seconds, unit: 's' });
      for (const [what, filter] of [
        [chunks, {}],
        [`${chunks}, a hundredth by a filter`, { part: 0 }],
      ] as const) {
        await measure(server, id, filter, warmups);
        const { p50, p95, exact, recall } = await measure(server, id, filter, questions);
        rows.push(
          { what: `${what}, p50`, value: p50, unit: 'ms', floor: exact },
          { what: `${what}, p95`, value: p95, unit: 'ms', aim: { atMost: 20 } },
          { what: `${what}, recall@5`, value: recall, unit: '', aim: { atLeast: 0.95 } },
        );
      }
    }
    return rows;
  } finally {
    await server.close();
  }
}
