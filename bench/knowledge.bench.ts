import { performance } from 'node:perf_hooks';
import { indexLargeBases } from '../server/src/features/knowledge-bases/approximate-index.ts';
import { searchKnowledgeBases } from '../server/src/features/knowledge-bases/index.ts';
import { hashEmbeddingName } from '../server/src/platform/models/hash-embedding.ts';
import type { Platform } from '../server/src/platform/platform.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import { makeBase, makeVectors, remoteModel, topics, writeVector } from './knowledge/make-base.ts';
import { type Texts, writeTexts } from './knowledge/write-texts.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';

export const name =
  'A question to a knowledge base without its embedding call, beside a bare select that compares every vector';

const questions = 100;
/** As many as a server has answered after a few minutes: V8 compiles what runs often during the first hundred. */
const warmups = 100;
/** The embedded database compares every chunk, so it is measured only up to its intended size. */
const levels = { embedded: [1_000, 10_000], server: [1_000, 10_000, 100_000] };
const filters = [
  ['', {}],
  [', a half by a filter', { half: 0 }],
  [', a hundredth by a filter', { part: 0 }],
] as const;

interface Asked {
  readonly id: string;
  readonly workspaceId: string;
  readonly filter: Record<string, number>;
  readonly mode: 'hybrid' | 'semantic';
}

interface Measured {
  readonly times: number[];
  /** The plain select that compares every vector. */
  readonly bare: number[];
  /** Share of its five that `semantic` finds. */
  readonly recall: number;
}

async function measure({ platform }: ServerUnderTest, asked: Asked, texts: Texts, rounds: number): Promise<Measured> {
  const { id, workspaceId, filter, mode } = asked;
  const { sql } = platform.database;
  const [times, bare]: [number[], number[]] = [[], []];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const vector = await writeQuestion(platform, round);
    const asking = withVector(platform, vector);
    const question = { query: texts.question(round % topics, round), filter, mode };
    const started = performance.now();
    const results = await searchKnowledgeBases(asking, workspaceId, [id], question, AbortSignal.timeout(60_000));
    times.push(performance.now() - started);
    if (mode === 'hybrid') continue;
    const bareStarted = performance.now();
    const exact = await sql<{ id: string }[]>`
      SELECT id, content FROM chunks WHERE (knowledge_base_id || '') = ${id} AND metadata @> ${JSON.stringify(filter)}::jsonb
      ORDER BY embedding <=> ${`[${vector.join(',')}]`}::vector LIMIT 5`;
    bare.push(performance.now() - bareStarted);
    const wanted = new Set(exact.map((chunk) => chunk.id));
    found += results.filter((chunk) => wanted.has(chunk.id)).length / Math.max(1, wanted.size);
  }
  return { times, bare, recall: found / rounds };
}

async function writeQuestion({ database }: Platform, round: number): Promise<number[]> {
  const noise = writeVector(0.7);
  const [row] = await database.sql<{ vector: string }[]>`
    SELECT l2_normalize(vector + ${noise}::vector)::text AS vector FROM bench_vectors WHERE n = ${round % topics}`;
  return JSON.parse(row?.vector ?? '[]') as number[];
}

/** The same platform with an embedding model that responds immediately. */
function withVector(platform: Platform, vector: readonly number[]): Platform {
  const embed = async (): Promise<Float32Array[]> => [Float32Array.from(vector)];
  const embedding = () => ({ ...platform.models.embedding(hashEmbeddingName), dimensions: vector.length, embed });
  return { ...platform, models: { ...platform.models, embedding } };
}

async function measureBase(server: ServerUnderTest, id: string, chunks: string, texts: Texts): Promise<Row[]> {
  const { sql } = server.platform.database;
  const rows: Row[] = [];
  const [base] = await sql<{ workspace_id: string; embedding_model: string }[]>`
    SELECT workspace_id, embedding_model FROM knowledge_bases WHERE id = ${id}`;
  for (const [model, called] of [
    [base?.embedding_model ?? '', 'built-in embedding'],
    [remoteModel, "a server's embedding"],
  ] as const) {
    await sql`UPDATE knowledge_bases SET embedding_model = ${model} WHERE id = ${id}`;
    for (const [what, filter] of filters) {
      const asked: Asked = { id, workspaceId: base?.workspace_id ?? '', filter, mode: 'hybrid' };
      await measure(server, asked, texts, warmups);
      const { times } = await measure(server, asked, texts, questions);
      rows.push(
        { what: `${chunks}, ${called}${what}, p50`, value: percentile(times, 0.5), unit: 'ms' },
        { what: `${chunks}, ${called}${what}, p95`, value: percentile(times, 0.95), unit: 'ms', aim: { atMost: 20 } },
      );
    }
  }
  for (const [what, filter] of filters) {
    const asked: Asked = { id, workspaceId: base?.workspace_id ?? '', filter, mode: 'semantic' };
    await measure(server, asked, texts, warmups);
    const { times, bare, recall } = await measure(server, asked, texts, questions);
    rows.push(
      {
        what: `${chunks}, \`semantic\`${what}, p50`,
        value: percentile(times, 0.5),
        unit: 'ms',
        floor: percentile(bare, 0.5),
      },
      { what: `${chunks}, \`semantic\`${what}, p95`, value: percentile(times, 0.95), unit: 'ms', aim: { atMost: 20 } },
      { what: `${chunks}, \`semantic\`${what}, recall@5`, value: recall, unit: '', aim: { atLeast: 0.95 } },
    );
  }
  return rows;
}

export async function run(): Promise<Row[]> {
  const server = await startServer({}, { onDisk: true });
  const rows: Row[] = [];
  try {
    const counts = server.platform.database.embedded ? levels.embedded : levels.server;
    const texts = writeTexts(20_261);
    await makeVectors(server, topics + Math.ceil((counts.at(-1) ?? 0) / topics / 20) * 20);
    for (const count of counts) {
      const id = await makeBase(server, count, texts);
      const started = performance.now();
      await indexLargeBases(server.platform);
      const seconds = (performance.now() - started) / 1000;
      const chunks = `${count.toLocaleString('en')} chunks`;
      if (seconds > 1) rows.push({ what: `${chunks}, building the index`, value: seconds, unit: 's' });
      rows.push(...(await measureBase(server, id, chunks, texts)));
    }
    return rows;
  } finally {
    await server.close();
  }
}
