import { describe, expect, test } from 'vitest';
import { call, type TestAnswer } from '../../../../test/client.ts';
import { openChat } from '../../../../test/open-chat.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import { untilBlocked } from '../../../../test/until-blocked.ts';
import type { Sql, Transaction } from '../../../platform/database.ts';
import { readMigrations } from '../../../platform/migrations.ts';
import { updateFields } from '../conversation/conversations.sql.ts';
import { updateContact } from '../visitor/visitor.sql.ts';
import { indexConversation, indexConversations, indexNotes } from './index-conversations.ts';
import { keepVisitorWords, keepWords } from './keep-words.ts';
import { subjectText, type UnindexedRow } from './search.sql.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { database } = server.platform;

interface Visit {
  readonly cnv: string;
  readonly chatId: string;
  readonly say: (content: string) => Promise<TestAnswer>;
}

async function visit(): Promise<Visit> {
  const { id, threadId, send } = await openChat(server);
  return {
    cnv: threadId.replace('thr_', 'cnv_'),
    chatId: id,
    say: async (content) => send('POST', '/messages', { content }),
  };
}

const name = async ({ cnv }: Visit, subject: string | null): Promise<TestAnswer> =>
  call(server, 'PATCH', `/api/v1/conversations/${cnv}`, { body: { subject } });

/** For each text, how many conversations of the visit's interface are found by it. */
async function count({ chatId }: Visit, ...texts: string[]): Promise<number[]> {
  const found: number[] = [];
  for (const text of texts) {
    const path = `/api/v1/conversations?interface_id=${chatId}&q=${encodeURIComponent(text)}`;
    found.push((await call(server, 'GET', path)).body.pagination.total_count);
  }
  return found;
}

async function isIndexed(sql: Sql, { cnv }: Visit): Promise<boolean> {
  return (await sql`SELECT 1 FROM conversations WHERE id = ${cnv} AND indexed_version > 0`).length > 0;
}

test('a conversation of an older version is found by its messages and its subject, before and after it is indexed', async () => {
  const visitor = await visit();
  await visitor.say('A question about moorings');
  await name(visitor, 'Winter berth');
  const { sql } = database;
  await sql`DELETE FROM conversation_words WHERE conversation_id = ${visitor.cnv}`;
  expect(await count(visitor, 'moorings', 'winter', 'question winter')).toEqual([0, 0, 0]);
  await sql`UPDATE conversations SET indexed_version = 0 WHERE id = ${visitor.cnv}`;
  expect(await count(visitor, 'moorings', 'winter', 'summer')).toEqual([1, 1, 0]);
  await indexConversations(server.platform);
  expect(await isIndexed(sql, visitor)).toBe(true);
  expect(await count(visitor, 'moorings', 'winter', 'summer')).toEqual([1, 1, 0]);
});

test('a subject that was removed by an older version no longer finds its conversation', async () => {
  const visitor = await visit();
  await visitor.say('Hello');
  await name(visitor, 'Winter berth');
  await database.sql`UPDATE conversations SET subject = NULL WHERE id = ${visitor.cnv}`;
  await indexConversations(server.platform);
  expect(await count(visitor, 'winter', 'hello')).toEqual([0, 1]);
});

test('a changed subject leaves a conversation indexed, or still to be indexed', async () => {
  const visitor = await visit();
  await visitor.say('Hello');
  await name(visitor, 'Winter berth');
  expect(await isIndexed(database.sql, visitor)).toBe(true);
  // One transaction, so that no sweep indexes it in between.
  await database.sql`
    WITH words AS (DELETE FROM conversation_words WHERE conversation_id = ${visitor.cnv})
    UPDATE conversations SET indexed_version = 0 WHERE id = ${visitor.cnv}`;
  await name(visitor, 'Summer berth');
  expect(await count(visitor, 'hello', 'winter', 'summer')).toEqual([1, 0, 1]);
});

const undone = new Error('undone');
/** Runs `work` in a transaction that is rolled back. */
async function tryOut(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const running = database.transaction(async (tx) => {
    await work(tx);
    throw undone;
  });
  await expect(running).rejects.toBe(undone);
}

test('the upgrade leaves conversations to be indexed that have a subject, also if older processes have marked them', async () => {
  const visits = [await visit(), await visit(), await visit()] as const;
  const [, named, waiting] = visits;
  for (const each of visits) await each.say('Hello');
  const migrations = (await readMigrations()).filter(({ name }) => /^092[57]_/.test(name));
  await tryOut(async (tx) => {
    await tx.unsafe(`
      DROP FUNCTION unindex_conversation CASCADE;
      ALTER TABLE conversations DROP COLUMN indexed_version`);
    await tx`UPDATE conversations SET subject = 'Winter berth' WHERE id = ${named.cnv}`;
    await tx`UPDATE conversations SET is_indexed = false WHERE id = ${waiting.cnv}`;
    for (const { text } of migrations) {
      await tx.unsafe(text);
      // As the indexing of an older process does between the two.
      await tx`UPDATE conversations SET is_indexed = true WHERE id = ${named.cnv}`;
    }
    expect(migrations).toHaveLength(2);
    expect(await Promise.all(visits.map(async (each) => isIndexed(tx, each)))).toEqual([true, false, false]);
  });
});

/** Runs `work` while a transaction holds what `hold` has locked, until one waits for it; then commits. */
async function meanwhile(hold: (tx: Transaction) => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  let running: Promise<unknown> | undefined;
  await database.raw.begin(async (tx) => {
    await hold(tx);
    running = work();
    await untilBlocked(tx);
  });
  await running;
}

// The embedded database has one connection, so its transactions run one after the other.
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('of two concurrent transactions', () => {
  async function findRow({ cnv }: Visit) {
    const [row] = await database.sql<(UnindexedRow & { visitor: string })[]>`
      SELECT c.id, c.workspace_id, c.thread_id, s.visitor
      FROM conversations c JOIN chat_sessions s ON s.thread_id = c.thread_id WHERE c.id = ${cnv}`;
    if (row === undefined) throw new Error('the conversation is gone');
    return row;
  }
  const index = async (visitor: Visit) => {
    const row = await findRow(visitor);
    await database.transaction(async (tx) => indexConversation(tx, row));
  };
  /** In one transaction, so that no sweep indexes it first. */
  const reindex = async (visitor: Visit) => {
    const row = await findRow(visitor);
    await database.transaction(async (tx) => {
      await tx`UPDATE conversations SET indexed_version = 0 WHERE id = ${row.id}`;
      await indexConversation(tx, row);
    });
  };

  test('the indexing does not replace the words of a new subject by earlier ones', async () => {
    const visitor = await visit();
    await visitor.say('Hello');
    await name(visitor, 'Winter berth');
    const { id, workspace_id: workspaceId } = await findRow(visitor);
    await meanwhile(
      async (tx) => {
        await updateFields(tx, workspaceId, id, { tags: [], subject: 'Summer berth' });
        await keepWords(tx, workspaceId, id, [subjectText('Summer berth')]);
      },
      async () => index(visitor),
    );
    expect(await isIndexed(database.sql, visitor)).toBe(true);
    expect(await count(visitor, 'winter', 'summer')).toEqual([0, 1]);
  });

  test.each([
    ['the indexing', reindex],
    ['a message', async (visitor: Visit) => visitor.say('Hello again')],
  ])('%s does not replace the words of a new address by earlier ones', async (_, act) => {
    const visitor = await visit();
    await visitor.say('Hello');
    const row = await findRow(visitor);
    await meanwhile(
      async (tx) => {
        await updateContact(tx, row.workspace_id, row.visitor, 'zora@example.com');
        await keepVisitorWords(tx, row.workspace_id, row.visitor);
      },
      async () => act(visitor),
    );
    expect(await count(visitor, 'zora')).toEqual([1]);
  });
});

test('a message that is refused is not found', async () => {
  const visitor = await visit();
  await visitor.say('A question about moorings');
  const { agent_id: agent } = (await call(server, 'GET', `/api/v1/conversations/${visitor.cnv}`)).body.data;
  expect((await call(server, 'PATCH', `/api/v1/agents/${agent}`, { body: { status: 'archived' } })).status).toBe(200);
  expect((await visitor.say('My secret is zebraquux')).status).toBe(400);
  expect(await count(visitor, 'zebraquux', 'moorings')).toEqual([0, 1]);
});

const note = async ({ cnv }: Visit, content: string): Promise<string> => {
  const { status, body } = await call(server, 'POST', `/api/v1/conversations/${cnv}/notes`, { body: { content } });
  expect(status).toBe(201);
  return body.data.id;
};

test('a conversation is found by its notes, also by those of an older version once they are indexed', async () => {
  const visitor = await visit();
  await visitor.say('A question about moorings');
  await note(visitor, 'Owes us two winches');
  expect(await count(visitor, 'winches', 'owes two', 'moorings', 'winches moorings')).toEqual([1, 1, 1, 0]);
  const older = await note(visitor, 'Called about the bollard');
  await database.transaction(async (tx) => {
    await tx`DELETE FROM conversation_words WHERE conversation_id = ${visitor.cnv} AND key = ${older}`;
    await tx`UPDATE conversation_notes SET is_indexed = false WHERE id = ${older}`;
  });
  await indexNotes(server.platform);
  expect(await count(visitor, 'bollard', 'winches')).toEqual([1, 1]);
});

test('conversations and notes whose words can’t be stored do not delay the others', async () => {
  const visitors = [await visit(), await visit()].toSorted((one, other) => (one.cnv < other.cnv ? -1 : 1));
  for (const visitor of visitors) {
    await visitor.say('A question about moorings');
    await note(visitor, 'Owes us two winches');
  }
  const [bad, good] = visitors.map(({ cnv }) => cnv);
  const { sql } = database;
  await sql.unsafe(`
    ALTER TABLE conversation_words ADD CONSTRAINT refused CHECK (conversation_id <> '${bad}') NOT VALID;
    UPDATE conversations SET indexed_version = 0 WHERE id IN ('${bad}', '${good}');
    UPDATE conversation_notes SET is_indexed = false WHERE conversation_id IN ('${bad}', '${good}')`);
  await sql`UPDATE conversation_words SET words = ''::tsvector WHERE conversation_id = ${good ?? ''}`;
  await indexConversations(server.platform);
  await indexNotes(server.platform);
  await sql`ALTER TABLE conversation_words DROP CONSTRAINT refused`;
  expect(await sql`SELECT id FROM conversations WHERE indexed_version = 0`).toEqual([{ id: bad }]);
  expect(await sql`SELECT conversation_id AS id FROM conversation_notes WHERE NOT is_indexed`).toEqual([{ id: bad }]);
});
