import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { untilBlocked } from '../../../../test/until-blocked.ts';
import { groupQuestions } from './group-questions.ts';
import { lockGrouping } from './group-questions.sql.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const post = async (path: string, body: unknown) => (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;

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
