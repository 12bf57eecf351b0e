import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../databases/connect.ts';
import { claimRedisDatabase } from '../databases/claim-redis-database.ts';
import { shortLived } from '../spawn-server.ts';

/*
 * Runs a process of an older version and one of this version on the same Postgres and Redis, as during a rolling
 * upgrade. Each is used over HTTP, and each must show what the other has done:
 *   git worktree add --detach FOLDER COMMIT, with its node_modules, then with TEST_DATABASE_URL and TEST_REDIS_URL
 *   npm run upgrade-beside -- FOLDER
 * It prints its findings, and exits with 1 if anything was lost.
 */
const [checkout = ''] = process.argv.slice(2);
const { TEST_DATABASE_URL: databaseUrl = '', TEST_REDIS_URL: redisUrl = '' } = process.env;
const dataDir = mkdtempSync(join(tmpdir(), 'portico-beside-'));
const name = `portico_beside_${randomUUID().replaceAll('-', '')}`;
const admin = connect(databaseUrl);
await admin.unsafe(`CREATE DATABASE ${name}`);
const redis = await claimRedisDatabase(redisUrl);
const address = new URL(databaseUrl);
address.pathname = `/${name}`;

const children: ChildProcess[] = [];
let failed = 0;

/** Starts a version; returns its address. */
async function start(folder: string): Promise<string> {
  const child = spawn(process.execPath, [shortLived, join(folder, 'server/src/main.ts')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: address.href,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let output = '';
    child.on('exit', (code) => reject(new Error(`${folder} ended with ${code}: ${output.slice(-2000)}`)));
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
      const [, port] = /(?:localhost|127\.0\.0\.1):(\d+)/.exec(output) ?? /"port":\s*(\d+)/.exec(output) ?? [];
      if (port !== undefined && port !== '0') resolve(`http://127.0.0.1:${port}`);
    });
  });
}

async function call(url: string, method: string, path: string, body?: unknown, token?: string) {
  const key = token ?? readFileSync(join(dataDir, 'admin-key'), 'utf8').trim();
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}

async function check(what: string, look: () => Promise<boolean>): Promise<void> {
  let seen = false;
  let reason = '';
  for (let attempt = 0; attempt < 60 && !seen; attempt += 1) {
    try {
      seen = await look();
    } catch (error) {
      reason = String(error);
    }
    if (!seen) await wait(500);
  }
  if (!seen) failed += 1;
  process.stdout.write(`${seen ? 'yes' : 'NO '} ${what}${seen ? '' : ` ${reason}`}\n`);
}

const firstOf = async (url: string, base: string, query: string) =>
  (await call(url, 'POST', `/api/v1/knowledge-bases/${base}/query`, { query })).results[0]?.document_name;

try {
  const older = await start(checkout);
  const base = await call(older, 'POST', '/api/v1/knowledge-bases', { name: 'Birds' });
  const documents = `/api/v1/knowledge-bases/${base.id}/documents`;
  const isReady = (url: string, id: string) => async () =>
    (await call(url, 'GET', `${documents}/${id}`)).status === 'ready';
  const herons = await call(older, 'POST', documents, {
    name: 'herons.md',
    text: 'Herons build their nests in April, high up in the old trees by the lake.',
  });
  await check('the older version alone takes a document in', isReady(older, herons.id));
  const agent = await call(older, 'POST', '/api/v1/agents', { name: 'Guide', knowledge_base_ids: [base.id] });
  const chat = await call(older, 'POST', '/api/v1/chat-interfaces', { name: 'Help', agent_id: agent.id });
  const sessions = `/api/public/chat-interfaces/${chat.slug}/sessions`;
  const session = await call(older, 'POST', sessions, {});
  const say = async (url: string, content: string) =>
    call(url, 'POST', `${sessions}/${session.id}/messages`, { content }, session.token);
  await say(older, 'When do herons build nests?');

  const newer = await start(join(import.meta.dirname, '../../..'));
  process.stdout.write('both versions run\n');
  await check(
    'the newer one finds what the older one has left',
    async () => (await firstOf(newer, base.id, 'heron nests')) === 'herons.md',
  );
  const owls = await call(older, 'POST', documents, {
    name: 'owls.md',
    text: 'Owls hunt at night and sleep in hollow trees by day.',
  });
  await check('a document that the older one was given is ready', isReady(newer, owls.id));
  const storks = await call(newer, 'POST', documents, {
    name: 'storks.md',
    text: 'Storks build their nests on roofs and eat frogs.',
  });
  await check('a document that the newer one was given is ready', isReady(older, storks.id));
  await check(
    'the newer one finds it',
    async () => (await firstOf(newer, base.id, 'Which birds nest on roofs?')) === 'storks.md',
  );
  await check(
    'the older one finds it',
    async () => (await firstOf(older, base.id, 'Which birds nest on roofs?')) === 'storks.md',
  );
  await check(
    'the newer one finds the document of the older one, with slips',
    async () => (await firstOf(newer, base.id, 'Where do olws slepe?')) === 'owls.md',
  );
  for (const [url, which] of [
    [newer, 'newer'],
    [older, 'older'],
    [newer, 'newer'],
  ] as const)
    await check(
      `the conversation goes on in the ${which} one`,
      async () => (await say(url, 'Where do owls sleep by day?')).content !== '',
    );
  await check('the older one creates an agent, and the newer one shows it', async () => {
    const made = await call(older, 'POST', '/api/v1/agents', { name: 'Made beside' });
    return (await call(newer, 'GET', `/api/v1/agents/${made.id}`)).name === 'Made beside';
  });
  await check('the newer one creates an agent, and the older one shows it', async () => {
    const made = await call(newer, 'POST', '/api/v1/agents', { name: 'Made after' });
    return (await call(older, 'GET', `/api/v1/agents/${made.id}`)).name === 'Made after';
  });
  for (const [from, on, which] of [
    [older, newer, 'older'],
    [newer, older, 'newer'],
  ] as const)
    await check(`an execution that the ${which} one was given completes`, async () => {
      const workflow = await call(from, 'POST', '/api/v1/workflows', {
        name: 'Say',
        definition: { nodes: [{ id: 'say', type: 'template', config: { text: 'Hello' } }], edges: [], outputs: {} },
      });
      const started = await call(from, 'POST', `/api/v1/workflows/${workflow.id}/execute`, { inputs: {} });
      for (let attempt = 0; attempt < 40; attempt += 1) {
        const { status } = await call(on, 'GET', `/api/v1/executions/${started.execution_id}`);
        if (status === 'completed') return true;
        await wait(250);
      }
      return false;
    });
  await check('the newer one lists the conversation once, with every message', async () => {
    const list = await call(newer, 'GET', '/api/v1/conversations');
    const messages = await call(newer, 'GET', `/api/v1/threads/${list[0].thread_id}/messages`);
    return list.length === 1 && messages.length === 8;
  });
} finally {
  for (const child of children) {
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => {
      child.on('exit', resolve);
    });
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  }
  await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
  await redis.release();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
