import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { cloneServerDatabase } from '../server/test/databases/clone-server-database.ts';
import { openDatabase } from '../server/src/platform/database.ts';
import { migrate } from '../server/src/platform/migrate.ts';
import type { Row } from './row.ts';

export const name = 'Backup, restore and move of 100,000 messages, 20,000 chunks with vectors, and 200 files of 1 MB';

const messages = 100_000;
const chunks = 20_000;
const fileCount = 200;
const fileBytes = 1_000_000;

export async function run(): Promise<Row[]> {
  const work = await mkdtemp(join(tmpdir(), 'portico-bench-backup-'));
  try {
    const source = join(work, 'source');
    await fill(source);
    const file = join(work, 'backup.zip');
    const rows: Row[] = [
      { what: 'backup, the embedded database', value: portico(source, {}, 'backup', file), unit: 's' },
      { what: 'size of the backup', value: (await stat(file)).size / 1e6, unit: 'MB' },
      {
        what: 'restore, into the embedded database',
        value: portico(join(work, 'restored'), {}, 'restore', file),
        unit: 's',
      },
    ];
    return [...rows, ...(await measureServer(work, source, file))];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function measureServer(work: string, source: string, file: string): Promise<Row[]> {
  const { TEST_DATABASE_URL: databaseUrl } = process.env;
  if (databaseUrl === undefined) return [];
  const [moved, restored] = [await cloneServerDatabase(databaseUrl), await cloneServerDatabase(databaseUrl)];
  try {
    const environment = { DATABASE_URL: restored.url };
    const folder = join(work, 'postgres');
    return [
      {
        what: 'move, from the embedded database to Postgres',
        value: portico(source, {}, 'move', moved.url),
        unit: 's',
      },
      { what: 'restore, into Postgres', value: portico(folder, environment, 'restore', file), unit: 's' },
      {
        what: 'backup, Postgres',
        value: portico(folder, environment, 'backup', join(work, 'postgres.zip')),
        unit: 's',
      },
    ];
  } finally {
    await moved.drop();
    await restored.drop();
  }
}

/** Runs a command as an operator does, and returns its duration in seconds, including the start of the process. */
function portico(dataDir: string, environment: Record<string, string>, ...words: string[]): number {
  const started = performance.now();
  const cli = join(import.meta.dirname, '../server/src/cli.ts');
  execFileSync(process.execPath, [cli, ...words], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...environment },
  });
  return (performance.now() - started) / 1000;
}

async function fill(dataDir: string): Promise<void> {
  await mkdir(dataDir);
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await migrate(database);
    const { sql } = database;
    await sql`INSERT INTO workspaces (id, name) VALUES ('ws_bench', 'bench')`;
    await sql`
      INSERT INTO knowledge_bases (id, workspace_id, name, description, embedding_model, dimensions, chunk_size, chunk_overlap)
      VALUES ('kb_bench', 'ws_bench', 'bench', '', 'portico-hash-1536', 1536, 500, 50)`;
    await sql`
      INSERT INTO documents (id, workspace_id, knowledge_base_id, name, source, mode, metadata, identity, status)
      VALUES ('doc_bench', 'ws_bench', 'kb_bench', 'bench', 'text', 'chunks', '{}', '\\x00', 'ready')`;
    await sql`
      INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count, metadata, embedding)
      SELECT 'chk_' || i, 'ws_bench', 'kb_bench', 'doc_bench', 1, i, repeat(md5(i::text) || ' ', 30), 200, '{}',
        (SELECT array_agg(CASE WHEN j % 8 = i % 8 THEN sin(i * j) ELSE 0 END) FROM generate_series(1, 1536) j)::vector
      FROM generate_series(1, ${chunks}) i`;
    await sql`
      INSERT INTO threads (id, workspace_id, agent_id, metadata) VALUES ('thr_bench', 'ws_bench', 'agt_bench', '{}')`;
    await sql`
      INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at)
      SELECT 'msg_' || i, 'ws_bench', 'thr_bench', 'user', repeat(md5(i::text) || ' ', 10), 'complete', now()
      FROM generate_series(1, ${messages}) i`;
    await addFiles(dataDir, sql);
  } finally {
    await database.close();
  }
}

async function addFiles(dataDir: string, sql: Awaited<ReturnType<typeof openDatabase>>['sql']): Promise<void> {
  for (let index = 0; index < fileCount; index += 1) {
    const key = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const folder = join(dataDir, 'files', key.slice(0, 2));
    await mkdir(folder, { recursive: true });
    const bytes = Buffer.alloc(fileBytes);
    for (let at = 0; at < fileBytes; at += 4) bytes.writeUInt32LE((at * 2_654_435_761 + index) >>> 0, at);
    await writeFile(join(folder, key), bytes);
    await sql`
      INSERT INTO files (id, workspace_id, owner, storage_key, file_name, file_size, mime_type, sha256)
      VALUES (${`file_${index}`}, 'ws_bench', 'api', ${key}, 'bench', ${fileBytes}, 'text/plain', '\\x00')`;
  }
}
