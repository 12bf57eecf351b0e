import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/platform/database.ts';
import { shortLived } from '../spawn-server.ts';

/*
 * Writes old-installation.json, the data of an installation of an older version:
 *   git worktree add --detach FOLDER COMMIT, with its node_modules, then
 *   npm run old-installation -- FOLDER
 * It starts that version on an empty folder, uses it over HTTP as its users did, stops it, and reads its tables.
 */
const [checkout = ''] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'portico-old-'));
const child = spawn(process.execPath, [shortLived, join(checkout, 'server/src/main.ts')], {
  cwd: checkout,
  env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise<string>((resolve) => {
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
    const [, port] = /(?:localhost|127\.0\.0\.1):(\d+)/.exec(output) ?? /"port":\s*(\d+)/.exec(output) ?? [];
    if (port !== undefined && port !== '0') resolve(`http://127.0.0.1:${port}`);
  });
});
const key = readFileSync(join(dataDir, 'admin-key'), 'utf8').trim();

async function call(method: string, path: string, body?: unknown, token: string = key) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}

const base = await call('POST', '/api/v1/knowledge-bases', { name: 'Birds' });
const texts: readonly (readonly [string, string])[] = [
  ['herons.md', '# Herons\n\nHerons build their nests in April, high up in the old trees by the lake.'],
  ['owls.md', '# Owls\n\nOwls hunt at night and sleep in hollow trees by day.'],
  ['störche.md', '# Störche\n\nStörche bauen ihre Nester auf Dächern und fressen Frösche.'],
];
for (const [name, text] of texts) await call('POST', `/api/v1/knowledge-bases/${base.id}/documents`, { name, text });
for (;;) {
  const documents = await call('GET', `/api/v1/knowledge-bases/${base.id}/documents`);
  if (documents.every(({ status }: { status: string }) => status === 'ready')) break;
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
}
const agent = await call('POST', '/api/v1/agents', {
  name: 'Guide',
  model: 'gpt-4.1-mini',
  knowledge_base_ids: [base.id],
});
await call('POST', '/api/v1/agents', { name: 'Named', model: 'my-own-model' });
const chat = await call('POST', '/api/v1/chat-interfaces', { name: 'Help', agent_id: agent.id });
const sessions = `/api/public/chat-interfaces/${chat.slug}/sessions`;
const session = await call('POST', sessions, {});
await call('POST', `${sessions}/${session.id}/messages`, { content: 'When do herons build nests?' }, session.token);
await call('POST', '/api/v1/form-interfaces', { title: 'Ask', target_type: 'agent', agent_id: agent.id });

const ended = new Promise((resolve) => {
  child.on('exit', resolve);
});
child.kill('SIGTERM');
await ended;

const copy = mkdtempSync(join(tmpdir(), 'portico-old-'));
cpSync(join(dataDir, 'database'), join(copy, 'database'), { recursive: true });
const database = await openDatabase({ databaseUrl: undefined, dataDir: copy });
const { sql } = database;
const names = await sql<{ name: string }[]>`
  SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT IN ('migrations')`;
/** Leaves out the rows of the first start, because the tests don't need them. */
const isWanted = (row: Record<string, unknown>): boolean => {
  const { knowledge_base_id: owner = base.id } = row;
  return owner === base.id;
};
const tables: Record<string, unknown[]> = {};
for (const { name } of names) {
  const rows = await sql<{ row: Record<string, unknown> }[]>`SELECT row_to_json(t) AS row FROM ${sql(name)} t`;
  if (rows.length > 0) tables[name] = rows.map(({ row }) => row).filter(isWanted);
}
const migrations = await sql<{ name: string }[]>`SELECT name FROM migrations ORDER BY name`;
const files = Object.fromEntries(
  ['admin-key', 'secret-key'].map((name) => [name, readFileSync(join(dataDir, name), 'utf8')]),
);
await database.close();
const installation = { migrations: migrations.map(({ name }) => name), files, session: session.token, tables };
writeFileSync(new URL('old-installation.json', import.meta.url), `${JSON.stringify(installation)}\n`);
