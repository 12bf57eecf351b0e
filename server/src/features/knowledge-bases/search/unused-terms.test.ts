import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { untilBlocked } from '../../../../test/until-blocked.ts';
import type { Sql, Transaction } from '../../../platform/database.ts';
import { readMigrations } from '../../../platform/migrations.ts';
import { sweepUnusedTerms } from './sweep-unused-terms.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

async function createBase(): Promise<string> {
  return (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Birds' } })).body.data.id;
}

const pathOf = (base: string) => `/api/v1/knowledge-bases/${base}`;

/** Adds a document without waiting for it; returns its path. */
async function send(base: string, text: string): Promise<string> {
  const { body } = await call(server, 'POST', `${pathOf(base)}/documents`, { body: { name: 'Notes', text } });
  return `${pathOf(base)}/documents/${body.data.id}`;
}

async function untilReady(document: string): Promise<void> {
  await eventually(async () => {
    const { status } = (await call(server, 'GET', document)).body.data;
    return status === 'ready' || undefined;
  });
}

async function add(base: string, text: string): Promise<string> {
  const document = await send(base, text);
  await untilReady(document);
  return document;
}

const remove = async (document: string) => expect((await call(server, 'DELETE', document)).status).toBe(200);
const sweep = async () => sweepUnusedTerms(server.platform);

/** The words of a knowledge base, without those of the documents' name. */
async function wordsOf(sql: Sql, base: string): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`SELECT word FROM search_words WHERE knowledge_base_id = ${base}`;
  return rows
    .map(({ word }) => word)
    .filter((word) => word !== 'notes')
    .toSorted();
}

async function countUnused(base: string): Promise<number> {
  const { sql } = server.platform.database;
  const rows = await sql`
    SELECT hash FROM unused_terms WHERE knowledge_base_id = ${base}
    UNION SELECT hash FROM search_terms WHERE knowledge_base_id = ${base} AND chunk_count <= 0`;
  return rows.length;
}

describe('the words of a deleted document', () => {
  it('are deleted, except those of other documents', async () => {
    const { sql } = server.platform.database;
    const base = await createBase();
    const lovelace = await add(base, 'Lovelace feeds herons.');
    await add(base, 'Herons nest here.');
    expect(await wordsOf(sql, base)).toEqual(expect.arrayContaining(['feeds', 'herons', 'lovelace', 'nest']));
    await remove(lovelace);
    await sweep();
    expect(await wordsOf(sql, base)).toEqual(['here', 'herons', 'nest']);
    expect(await countUnused(base)).toBe(0);
    const found = await call(server, 'POST', `${pathOf(base)}/query`, { body: { query: 'Where do hreons nest?' } });
    expect(found.body.data.results).toHaveLength(1);
  });

  it('stay if another document has them before they are deleted', async () => {
    const { sql } = server.platform.database;
    const base = await createBase();
    await remove(await add(base, 'Lovelace feeds herons.'));
    await add(base, 'Lovelace draws herons.');
    await sweep();
    expect(await wordsOf(sql, base)).toEqual(['draws', 'herons', 'lovelace']);
    expect(await countUnused(base)).toBe(0);
  });
});

/** A number as letters, because a word with digits is not in the vocabulary. */
const toLetters = (number: number) =>
  number.toString(9).replaceAll(/\d/g, (digit) => 'abcdefghi'.charAt(Number(digit)));

it('the words and numbers of a text that is replaced again and again don’t pile up', async () => {
  const { sql } = server.platform.database;
  const base = await createBase();
  const countTerms = async () => (await sql`SELECT 1 FROM search_terms WHERE knowledge_base_id = ${base}`).length;
  // More words than one statement deletes.
  const write = (day: string, year: number) =>
    Array.from({ length: 250 }, (_, at) => `${day}${toLetters(at)} ${year + at}`).join(' ');
  const document = await add(base, write('kon', 1000));
  const first = { words: await wordsOf(sql, base), terms: await countTerms() };
  expect(first.words).toHaveLength(250);
  for (const [day, year] of [
    ['len', 2000],
    ['mun', 3000],
  ] as const) {
    expect((await call(server, 'PUT', document, { body: { name: 'Notes', text: write(day, year) } })).status).toBe(200);
    await untilReady(document);
    await sweep();
    expect(await wordsOf(sql, base)).toEqual(first.words.map((word) => word.replace('kon', day)));
    expect(await countTerms()).toBe(first.terms);
  }
});

/** Runs `work` outside of a transaction while that is open, after `lock` has run in it. */
async function beside<T>(lock: (tx: Transaction) => Promise<T>, work: () => Promise<void>): Promise<T> {
  const [isLocked, isDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = server.platform.database.transaction(async (tx) => {
    const result = await lock(tx);
    isLocked.resolve();
    await isDone.promise;
    return { result };
  });
  await Promise.race([isLocked.promise, holding]);
  await work().finally(() => isDone.resolve());
  return (await holding).result;
}

// The embedded database has one connection, so its transactions run one after the other.
describe.runIf(onServer)('terms that are deleted while a document adds them', () => {
  const text = 'Lovelace feeds herons.';
  const words = ['feeds', 'herons', 'lovelace'];

  it('are added again with their words', async () => {
    const { sql } = server.platform.database;
    const base = await createBase();
    await remove(await add(base, text));
    const document = await beside(
      async (tx) => {
        // The first row that a worker needs for counting: it waits for it, as for another worker.
        await tx`SELECT 1 FROM search_totals WHERE knowledge_base_id = ${base} FOR UPDATE`;
        const sent = await send(base, text);
        await untilBlocked(tx);
        return sent;
      },
      async () => {
        await sweep();
        expect(await wordsOf(sql, base)).toEqual([]);
      },
    );
    await untilReady(document);
    expect(await wordsOf(sql, base)).toEqual(words);
    expect(await countUnused(base)).toBe(0);
  });

  it('are left alone until they are counted, and deleted later if they are still unused', async () => {
    const { sql } = server.platform.database;
    const base = await createBase();
    await remove(await add(base, text));
    await beside(
      async (tx) => tx`SELECT 1 FROM search_terms WHERE knowledge_base_id = ${base} FOR UPDATE`,
      async () => {
        await sweep();
        expect(await wordsOf(sql, base)).toEqual(words);
      },
    );
    await sweep();
    expect(await wordsOf(sql, base)).toEqual([]);
    expect(await countUnused(base)).toBe(0);
  });
});

it('words that an older version has left are found', async () => {
  const { database } = server.platform;
  const base = await createBase();
  await remove(await add(base, 'Lovelace feeds herons.'));
  const migration = (await readMigrations()).find(({ name }) => name === '0931_unused_terms.sql');
  await database.transaction(async (tx) => {
    await tx.unsafe('DROP TABLE unused_terms; DROP INDEX search_words_by_term');
    await tx.unsafe(migration?.text ?? '');
  });
  await sweep();
  expect(await wordsOf(database.sql, base)).toEqual([]);
  expect(await countUnused(base)).toBe(0);
});
