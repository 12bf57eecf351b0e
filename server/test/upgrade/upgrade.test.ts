import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../databases/connect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type App, compose } from '../../src/app/compose.ts';
import { openPlatform } from '../../src/app/context.ts';
import { createHttpServer, serveHttp } from '../../src/app/http.ts';
import { startWorkers } from '../../src/app/workers.ts';
import { indexConversations } from '../../src/features/conversations/search/index-conversations.ts';
import { addSpent, findUse, insertReservation, settleReservation } from '../../src/features/credits/credits.sql.ts';
import { fillTerms } from '../../src/features/knowledge-bases/search/fill-terms.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { eventually } from '../client.ts';
import { claimRedisDatabase } from '../databases/claim-redis-database.ts';
import { listenOnLoopback } from '../loopback.ts';
import { insertTables, type Installation, layDown, readInstallation } from './old-installation.ts';

/* Starts the new version on the data of an older one, on the database that the environment sets. */
let old: Installation;
let app: App;
let platform: Platform;
let url: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  old = await readInstallation();
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-upgrade-'));
  cleanUps.push(async () => rm(dataDir, { recursive: true, force: true }));
  const environment = await createHome();
  await layDown(old, dataDir, environment.DATABASE_URL);
  const config = readConfig({ LOG_LEVEL: 'fatal', PORT: '0', DATA_DIR: dataDir, ...environment }, []);
  const opened = await openPlatform(config);
  cleanUps.push(opened.close);
  app = compose(opened.platform);
  ({ platform } = app);
  const server = createHttpServer();
  serveHttp(server, app, { checkAnswers: true });
  const listening = await listenOnLoopback(server);
  cleanUps.push(listening.close);
  ({ url } = listening);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/** An empty database on the real server, or nothing for the embedded one. */
async function createHome(): Promise<{ DATABASE_URL?: string; REDIS_URL?: string }> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl === undefined) return {};
  const name = `portico_upgrade_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(databaseUrl);
  await admin.unsafe(`CREATE DATABASE ${name}`);
  cleanUps.push(async () => {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  });
  const redis = redisUrl === undefined ? undefined : await claimRedisDatabase(redisUrl);
  if (redis !== undefined) cleanUps.push(redis.release);
  const address = new URL(databaseUrl);
  address.pathname = `/${name}`;
  return { DATABASE_URL: address.href, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) };
}

async function call(method: string, path: string, body?: unknown, key = old.files['admin-key']) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key?.trim()}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = z
    .looseObject({ data: z.any().optional(), error: z.unknown().optional() })
    .parse(await response.json());
  expect(answer.error, `${method} ${path}`).toBeUndefined();
  return { status: response.status, data: answer.data };
}

const baseOf = (installation: Installation): string => String(installation.tables['knowledge_bases']?.at(-1)?.['id']);
const search = async (base: string, query: string) =>
  (await call('POST', `/api/v1/knowledge-bases/${base}/query`, { query })).data.results;

async function countUnfilled(): Promise<number> {
  const [row] = await platform.database.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM documents WHERE search_edition <> edition`;
  return row?.count ?? -1;
}

async function fillAll(): Promise<void> {
  while ((await countUnfilled()) > 0) await fillTerms(platform);
}

/**
 * Adds the documents and chunks again under other ids, as a process of the old version writes them into the new schema.
 */
function publishedBeside({ tables }: Installation): Installation['tables'] {
  const again = (text: string) => text.replace(/^(kb|doc|chk)_/, '$1_x');
  const rename = (rows: Installation['tables'][string] = []) =>
    rows.map((row) => {
      const entries = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' ? again(value) : value,
      ]);
      return Object.fromEntries(entries);
    });
  const base = tables['knowledge_bases']?.filter(({ id }) => id === baseOf(old));
  return { knowledge_bases: rename(base), documents: rename(tables['documents']), chunks: rename(tables['chunks']) };
}

test('documents of the old version are found by their old columns, and by their words once these are filled', async () => {
  const base = baseOf(old);
  const total = await countUnfilled();
  expect(total).toBe(old.tables['documents']?.length);
  const question = 'When do herons build their nests?';
  const [before] = await search(base, question);
  expect(before).toMatchObject({ document_name: 'herons.md', title: 'herons.md' });
  expect(before.score).toBeGreaterThan(0.15);
  // The old search supports neither German nor typing errors.
  await fillAll();
  expect((await search(base, 'When do hreons bulid nests?'))[0].document_name).toBe('herons.md');
  expect((await search(base, 'Was fressen Störche auf dem Dach?'))[0].document_name).toBe('störche.md');
  const { sql } = platform.database;
  const [{ terms, chunks } = { terms: 0, chunks: -1 }] = await sql<{ terms: number; chunks: number }[]>`
    SELECT (SELECT count(*)::int FROM chunk_terms) AS terms, (SELECT count(*)::int FROM chunks) AS chunks`;
  expect(terms).toBe(chunks);
  const { data } = await call('GET', `/api/v1/knowledge-bases/${base}/documents`);
  const languages = data.map(({ name, language }: { name: string; language: string }) => [name, language]);
  expect(Object.fromEntries(languages)).toEqual({ 'herons.md': 'en', 'owls.md': 'en', 'störche.md': 'de' });
});

test('documents that a process of the old version publishes beside the new one are found, and their words are added later', async () => {
  await insertTables(platform.database.sql, publishedBeside(old));
  const base = baseOf(old).replace('_', '_x');
  expect(await countUnfilled()).toBe(old.tables['documents']?.length);
  expect((await search(base, 'Where do owls sleep by day?'))[0].document_name).toBe('owls.md');
  await fillAll();
  expect((await search(base, 'Where do olws slepe?'))[0].document_name).toBe('owls.md');
});

test('old messages create no open questions or notices; agents have version 1, and messages have authors', async () => {
  const { data: agents } = await call('GET', '/api/v1/agents');
  expect(agents.length).toBeGreaterThan(1);
  for (const { id } of agents) {
    const { data: versions } = await call('GET', `/api/v1/agents/${id}/versions`);
    expect(versions).toEqual([
      expect.objectContaining({ version: 1, actor: expect.objectContaining({ type: 'system' }) }),
    ]);
  }
  const [thread] = old.tables['threads'] ?? [];
  const { data: messages } = await call('GET', `/api/v1/threads/${String(thread?.['id'])}/messages`);
  expect(messages.map(({ author }: { author: { type: string } }) => author.type)).toEqual(['visitor', 'agent']);
  for (const state of ['unanswered', 'unsure']) {
    const { data: questions } = await call('GET', `/api/v1/insights/questions?state=${state}`);
    expect(questions).toEqual([]);
  }
  const { sql } = platform.database;
  const [waiting] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM conversation_notices`;
  expect(waiting?.count).toBe(0);
});

test('agents on the old default follow the new one, and conversations continue', async () => {
  const { data: agents } = await call('GET', '/api/v1/agents');
  const models = Object.fromEntries(agents.map(({ name, model }: { name: string; model: string }) => [name, model]));
  expect(models['Named']).toBe('my-own-model');
  expect(models['Guide']).toBe(platform.models.defaultModel);
  expect(models['Guide']).not.toContain('gpt-4.1');
  const workers = await startWorkers(app);
  workers.startSweeps();
  try {
    const [thread] = old.tables['threads'] ?? [];
    const { data: messages } = await call('GET', `/api/v1/threads/${String(thread?.['id'])}/messages`);
    expect(messages).toHaveLength(2);
    expect(messages[1].citations[0]).toMatchObject({ document_name: 'herons.md', title: 'herons.md' });
    const slug = String(old.tables['chat_interfaces']?.at(-1)?.['slug']);
    const sessions = `/api/public/chat-interfaces/${slug}/sessions`;
    const id = String(old.tables['chat_sessions']?.at(-1)?.['id']);
    const path = `${sessions}/${id}/messages`;
    const { status, data: reply } = await call('POST', path, { content: 'And where do owls sleep?' }, old.session);
    expect(status).toBe(200);
    expect(reply.citations[0]).toMatchObject({ documentName: 'owls.md', heading: 'Owls' });
    const found = await eventually(async () => {
      const { data } = await call('GET', '/api/v1/conversations');
      return data.length > 0 ? data : undefined;
    });
    expect(found[0]).toMatchObject({ thread_id: thread?.['id'], status: 'bot' });
  } finally {
    await workers.stop();
    await workers.endSweeps();
  }
});

test('a conversation is found by the subject that a process of an older version gives it', async () => {
  const { sql } = platform.database;
  const [thread] = old.tables['threads'] ?? [];
  const id = String(thread?.['id']).replace('thr_', 'cnv_');
  const find = async (q: string): Promise<string[]> =>
    (await call('GET', `/api/v1/conversations?q=${q}`)).data.map((found: { id: string }) => found.id);
  // As older versions change the subject, and mark the conversations that they have indexed.
  const renameOld = async (subject: string | null) =>
    sql`UPDATE conversations SET subject = ${subject}, updated_at = now() WHERE id = ${id}`;
  const indexOld = async () => sql`UPDATE conversations SET is_indexed = true WHERE NOT is_indexed`;
  await renameOld('Ringing');
  expect(await find('ringing')).toEqual([id]);
  await indexOld();
  expect(await find('ringing')).toEqual([id]);
  await indexConversations(platform);
  expect([await find('ringing'), await find('nests')]).toEqual([[id], [id]]);
  await renameOld('Moulting');
  await indexOld();
  await indexConversations(platform);
  expect([await find('ringing'), await find('moulting')]).toEqual([[], [id]]);
  await call('PATCH', `/api/v1/conversations/${id}`, { subject: 'Migration' });
  expect([await find('moulting'), await find('migration')]).toEqual([[], [id]]);
  await renameOld(null);
  await indexConversations(platform);
  expect(await find('migration')).toEqual([]);
});

test('processes of both versions see the credits that all have spent', async () => {
  const { sql } = platform.database;
  const interfaceId = String(old.tables['chat_interfaces']?.at(-1)?.['id']);
  // As the old version adds and reads them.
  const addOld = async (credits: number) => sql`
    INSERT INTO chat_credits (interface_id, day, credits)
    VALUES (${interfaceId}, (now() AT TIME ZONE 'utc')::date, ${credits})
    ON CONFLICT (interface_id, day) DO UPDATE SET credits = chat_credits.credits + EXCLUDED.credits`;
  const readOld = async () => {
    const rows = await sql<{ credits: number }[]>`
      SELECT credits FROM chat_credits
      WHERE interface_id = ${interfaceId} AND day = (now() AT TIME ZONE 'utc')::date`;
    return rows[0]?.credits;
  };
  const { spent } = await findUse(sql, interfaceId);
  await addSpent(sql, interfaceId, 2);
  expect(await readOld()).toBeUndefined();
  await addOld(1);
  expect(await readOld()).toBeCloseTo(spent + 3);
  await platform.database.transaction(async (tx) =>
    insertReservation(tx, { interfaceId }, 1_000, { key: 'beside', credits: 8, begun: true }),
  );
  await addOld(4);
  expect(await readOld()).toBeCloseTo(spent + 15);
  await settleReservation(sql, 'beside', 5);
  expect(await readOld()).toBeCloseTo(spent + 12);
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) => (at % 2 === 0 ? addOld(1) : addSpent(sql, interfaceId, 1))),
  );
  expect(await readOld()).toBeCloseTo(spent + 32);
  expect((await findUse(sql, interfaceId)).spent).toBeCloseTo(spent + 32);
});
