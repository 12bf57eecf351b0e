import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { untilBlocked } from '../../../../test/until-blocked.ts';
import type { Sql } from '../../../platform/database.ts';
import { groupQuestions } from './group-questions.ts';

let server: ServerUnderTest;
let agentId: string;
beforeAll(async () => {
  server = await startServer();
  const base = await post('/knowledge-bases', { name: 'Help' });
  agentId = (await post('/agents', { name: 'Guide', knowledge_base_ids: [base.id] })).id;
});
afterAll(async () => server.close());
beforeEach(async () => {
  await server.platform.database.sql`DELETE FROM threads`;
});

const post = async (path: string, body: unknown) => (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;

/** Returns the path of a thread whose questions could not be answered, and have been grouped. */
async function ask(...questions: string[]): Promise<string> {
  const { id } = await post(`/agents/${agentId}/threads`, {});
  for (const content of questions) await post(`/threads/${id}/messages`, { content });
  await groupQuestions(server.platform);
  return `/api/v1/threads/${id}`;
}

const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;

describe.skipIf(isEmbedded)('threads that are deleted at the same time', () => {
  it('are deleted if they have the last questions of a group', async () => {
    const { database } = server.platform;
    const first = await ask('Where do herons nest?');
    const second = await ask('Where do herons nest?');
    expect(await listCounts()).toEqual([2]);
    const response = await database.transaction(async (tx) => {
      await tx`DELETE FROM threads WHERE id = ${toId(first)}`;
      const deleting = call(server, 'DELETE', second);
      await untilBlocked(tx);
      return { deleting };
    });
    expect((await response.deleting).status).toBe(200);
    expect(await listCounts()).toEqual([]);
  });

  it('lock the groups of their questions in the same order', async () => {
    const { database } = server.platform;
    const questions = ['When does the museum open?', 'How heavy is an elephant?', 'Who sells bicycles?'];
    await ask(...questions);
    const second = await ask(...questions);
    expect(await listCounts()).toEqual([2, 2, 2]);
    // Without an order, the first one is now found last.
    await database.sql`UPDATE question_groups SET updated_at = now() WHERE id = (SELECT min(id) FROM question_groups)`;
    const { working } = await lockInOrder(async () => call(server, 'DELETE', second));
    expect((await working).status).toBe(200);
    expect(await listCounts()).toEqual([1, 1, 1]);
  });

  it('lock them in the same order as the grouping of questions', async () => {
    const { database } = server.platform;
    await ask('When does the museum open?', 'How heavy is an elephant?');
    const again = await ask('When does the museum open?');
    const moved = await ask('How heavy is an elephant?');
    await database.sql`DELETE FROM grouped_questions WHERE message_id IN (${repliesOf(database.sql, again)})`;
    expect(await listCounts()).toEqual([1, 2]);
    // A question leaves the last group, and another one joins the first.
    const { working } = await lockInOrder(async () => {
      await database.transaction(async (tx) => {
        await tx`UPDATE messages SET outcome = 'unsure' WHERE id IN (${repliesOf(tx, moved)})`;
        await tx`INSERT INTO questions_to_group (message_id, workspace_id) ${repliesOf(tx, again, 'id, workspace_id')}`;
      });
      await groupQuestions(server.platform);
    });
    await working;
    expect(await listCounts()).toEqual([2, 1, 1]);
  });
});

function repliesOf(sql: Sql, path: string, columns = 'id') {
  return sql`SELECT ${sql.unsafe(columns)} FROM messages WHERE thread_id = ${toId(path)} AND role = 'assistant'`;
}

function toId(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** Runs work as in another process, instead of as part of the transaction that calls it. */
const runOutside = AsyncLocalStorage.snapshot();

/** Locks the first group before the work, and the last one once that waits for the first. */
async function lockInOrder<T>(work: () => Promise<T>): Promise<{ working: Promise<T> }> {
  return server.platform.database.transaction(async (tx) => {
    const lock = async (which: 'min' | 'max') => tx`
      SELECT id FROM question_groups WHERE id = (SELECT ${tx.unsafe(which)}(id) FROM question_groups) FOR UPDATE`;
    await lock('min');
    const working = runOutside(work);
    await untilBlocked(tx);
    expect(await lock('max')).toHaveLength(1);
    return { working };
  });
}

async function listCounts(): Promise<number[]> {
  const rows = await server.platform.database.sql<{ count: number }[]>`
    SELECT count FROM question_groups ORDER BY id`;
  return rows.map(({ count }) => count);
}
