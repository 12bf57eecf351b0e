import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { untilBlocked } from '../../../../test/until-blocked.ts';
import { groupQuestions } from './group-questions.ts';
import { lockGrouping, takeQuestions } from './group-questions.sql.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const post = async (path: string, body: unknown) => (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;

/** Runs work as in another process, instead of as part of the transaction that calls it. */
const runOutside = AsyncLocalStorage.snapshot();

it.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a reply can be deleted while its question is grouped',
  async () => {
    const { database } = server.platform;
    const base = await post('/knowledge-bases', { name: 'Help' });
    const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base.id] });
    const thread = await post(`/agents/${agent.id}/threads`, {});
    const [workspace] = await database.sql<{ id: string }[]>`SELECT id FROM workspaces`;
    const isAsked = Promise.withResolvers<string>();
    const isLocked = Promise.withResolvers<undefined>();
    // The server's own sweep waits, too.
    const holding = database.transaction(async (tx) => {
      await lockGrouping(tx, workspace?.id ?? '');
      const reply = await post(`/threads/${thread.id}/messages`, { content: 'Where do herons nest?' });
      isAsked.resolve(reply.id);
      await isLocked.promise;
    });
    const id = await Promise.race([isAsked.promise, holding.then(() => '')]);
    const grouping = isLocked.promise.then(async () => groupQuestions(server.platform));
    await database.transaction(async (tx) => {
      await tx`SELECT id FROM messages WHERE id = ${id} FOR UPDATE`;
      isLocked.resolve(undefined);
      await Promise.race([grouping, untilBlocked(tx)]);
      expect(await tx`DELETE FROM messages WHERE id = ${id} RETURNING id`).toHaveLength(1);
    });
    await Promise.all([holding, grouping]);
    expect(await database.sql`SELECT id FROM question_groups WHERE count > 0`).toEqual([]);
  },
);

it.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a question whose reply is being deleted is not locked: the deletion would wait for the grouping, and it for that',
  async () => {
    const { database } = server.platform;
    const agent = await post('/agents', { name: 'Guide' });
    const thread = await post(`/agents/${agent.id}/threads`, {});
    const { id } = await post(`/threads/${thread.id}/messages`, { content: 'Where do herons nest?' });
    const [{ workspace_id: workspaceId } = expect.fail()] = await database.sql<{ workspace_id: string }[]>`
      SELECT workspace_id FROM messages WHERE id = ${id}`;
    const isDeleted = Promise.withResolvers<undefined>();
    await database.transaction(async (tx) => {
      // The server's own sweep waits.
      await lockGrouping(tx, workspaceId);
      await runOutside(
        async () => database.sql`
        INSERT INTO questions_to_group (message_id, workspace_id) VALUES (${id}, ${workspaceId}) ON CONFLICT DO NOTHING`,
      );
      await tx`SELECT FROM messages WHERE id = ${id} FOR UPDATE`;
      const isTaken = Promise.withResolvers<unknown[]>();
      const grouping = runOutside(async () =>
        database.transaction(async (other) => {
          isTaken.resolve(await takeQuestions(other, workspaceId, 10));
          await isDeleted.promise;
        }),
      );
      expect(await Promise.race([isTaken.promise, grouping])).toEqual([]);
      const remove = tx`SELECT FROM questions_to_group WHERE message_id = ${id} FOR UPDATE NOWAIT`;
      const removed = await remove.catch((error: Error) => error.message);
      isDeleted.resolve(undefined);
      await grouping;
      expect(removed).toHaveLength(1);
    });
  },
);

it.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a question gets a new group if the last other one of its group is deleted meanwhile',
  async () => {
    const { database } = server.platform;
    const agent = await post('/agents', { name: 'Guide' });
    const thread = await post(`/agents/${agent.id}/threads`, {});
    const ask = async (): Promise<string> => {
      const { id } = await post(`/threads/${thread.id}/messages`, { content: 'Where do herons nest?' });
      await database.sql`UPDATE messages SET outcome = 'unanswered' WHERE id = ${id}`;
      return id;
    };
    const first = await ask();
    await groupQuestions(server.platform);
    const grouping = await database.transaction(async (tx) => {
      await tx`DELETE FROM messages WHERE id = ${first}`;
      const asked = await runOutside(ask);
      const working = runOutside(async () => groupQuestions(server.platform));
      await untilBlocked(tx);
      return { working, asked };
    });
    await grouping.working;
    const grouped = await database.sql`SELECT message_id FROM grouped_questions`;
    expect(grouped.map(({ message_id: id }): unknown => id)).toEqual([grouping.asked]);
    await database.sql`DELETE FROM threads WHERE id = ${thread.id}`;
  },
);

/** An unanswered question of a workspace, with the workspace's id. */
async function insertQuestion(id: string): Promise<void> {
  const { sql } = server.platform.database;
  await sql`INSERT INTO threads (id, workspace_id, agent_id, metadata) VALUES (${id}, ${id}, 'agt_none', '{}')`;
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at, reply_to, outcome)
    VALUES (${`${id} asked`}, ${id}, ${id}, 'user', 'Where do herons nest?', 'complete', now(), NULL, NULL),
      (${id}, ${id}, ${id}, 'assistant', 'Nowhere.', 'complete', now(), ${`${id} asked`}, 'unanswered')`;
}

it('groups the questions of other workspaces if those of many can’t be grouped', async () => {
  const { sql } = server.platform.database;
  const ids = Array.from({ length: 25 }, (_, index) => `wsp_failing${index}`);
  await sql`ALTER TABLE grouped_questions ADD CONSTRAINT fails CHECK (NOT starts_with(workspace_id, 'wsp_failing'))`;
  for (const id of [...ids, 'wsp_last']) {
    await sql`INSERT INTO workspaces (id, name) VALUES (${id}, ${id})`;
    await insertQuestion(id);
  }
  await groupQuestions(server.platform);
  expect(await sql`SELECT message_id FROM grouped_questions`).toEqual([{ message_id: 'wsp_last' }]);
  const waiting = await sql`SELECT message_id FROM questions_to_group ORDER BY position`;
  expect(waiting.map(({ message_id: id }): unknown => id)).toEqual(ids);
});

it('groups questions although a group that has lost its terms can’t get others', async () => {
  const { sql } = server.platform.database;
  const id = 'wsp_lost';
  await sql`INSERT INTO workspaces (id, name) VALUES (${id}, ${id})`;
  await sql`ALTER TABLE question_groups ADD CONSTRAINT fails CHECK (id <> 'grp_lost' OR terms = '{}')`;
  await sql`
    INSERT INTO question_groups (id, workspace_id, state, question, terms, term_hashes)
    VALUES ('grp_lost', ${id}, 'unanswered', 'When do herons nest?', '{}', '{}')`;
  await insertQuestion(id);
  await groupQuestions(server.platform);
  expect(await sql`SELECT message_id FROM grouped_questions WHERE workspace_id = ${id}`).toEqual([{ message_id: id }]);
  await sql`ALTER TABLE question_groups DROP CONSTRAINT fails`;
});
