import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { json, openDatabase, type Sql } from '../../src/platform/database.ts';
import { readMigrations } from '../../src/platform/migrations.ts';

/** The data of commit 689e4b6: its migrations, and the rows that make-installation.ts has read from its tables. */
const Installation = z.object({
  migrations: z.array(z.string()),
  files: z.record(z.string(), z.string()),
  session: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type Installation = z.infer<typeof Installation>;

export async function readInstallation(): Promise<Installation> {
  const text = await readFile(new URL('old-installation.json', import.meta.url), 'utf8');
  return Installation.parse(JSON.parse(moveToNow(text)));
}

/** Moves all times of the installation, so that it was created a minute ago: its visitor's session lasts for a day. */
function moveToNow(text: string): string {
  const createdAt = /"workspaces":\s*\[[^\]]*?"created_at":\s*"([^"]+)"/.exec(text)?.[1] ?? '';
  const ahead = Date.now() - 60_000 - Date.parse(createdAt);
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, (time) => new Date(Date.parse(time) + ahead).toISOString());
}

/** Creates the old schema with the old rows, and `dataDir` with the old keys and the id of its files. */
export async function layDown(old: Installation, dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const id = old.tables['settings']?.find(({ name }) => name === 'files_id')?.['value'];
  for (const [name, text] of Object.entries({ ...old.files, 'files-id': String(id) }))
    await writeFile(join(dataDir, name), text, { mode: 0o600 });
  const database = await openDatabase({ databaseUrl, dataDir });
  const { sql } = database;
  await sql`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
  const texts = new Map((await readMigrations()).map(({ name, text }) => [name, text]));
  for (const name of old.migrations) {
    await sql.unsafe(texts.get(name) ?? `the migration ${name} is gone`);
    await sql`INSERT INTO migrations (name) VALUES (${name})`;
  }
  await insertTables(sql, old.tables);
  await database.close();
}

const order = [
  'workspaces',
  'knowledge_bases',
  'documents',
  'workflows',
  'agents',
  'threads',
  'chat_interfaces',
  'chat_visitors',
];

export async function insertTables(sql: Sql, tables: Installation['tables']): Promise<void> {
  const names = Object.keys(tables).toSorted((a, b) => rank(a) - rank(b));
  for (const name of names) {
    const columns = await sql<{ name: string }[]>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${name} AND is_generated = 'NEVER'`;
    const given = new Set(Object.keys(tables[name]?.[0] ?? {}));
    const list = sql(columns.map((column) => column.name).filter((column) => given.has(column)));
    await sql`
      INSERT INTO ${sql(name)} (${list}) OVERRIDING SYSTEM VALUE
      SELECT ${list} FROM json_populate_recordset(null::${sql(name)}, ${json(tables[name])}::json)
      ON CONFLICT DO NOTHING`;
  }
}

function rank(name: string): number {
  const at = order.indexOf(name);
  return at < 0 ? order.length : at;
}
