import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import { workflowRuns } from '../../../../test/workflow-runs.ts';
import { sweepThreads } from './sweep-threads.ts';

const { server } = await startWithDoubles();
const { sql } = server.platform.database;
const workflows = workflowRuns(() => server);

/** An execution whose agent has replied, and its thread. */
async function ask(agentId: string): Promise<{ id: string; threadId: string }> {
  const config = { agent_id: agentId, message: 'My letter' };
  const { id, outputs } = await workflows.run({
    nodes: [{ id: 'ask', type: 'agent', config }],
    outputs: { thread: '{{ nodes.ask.outputs.thread_id }}' },
  });
  return { id, threadId: outputs.thread };
}

test('threads of deleted executions are deleted, unless a reply or a retry is in progress', async () => {
  const agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Reader' } })).body.data.id;
  const [old, kept, replying, retried] = [
    await ask(agentId),
    await ask(agentId),
    await ask(agentId),
    await ask(agentId),
  ];
  const made = (await call(server, 'POST', `/api/v1/agents/${agentId}/threads`)).body.data;
  await sql`UPDATE threads SET key = 'client:exe_1' WHERE id = ${made.id}`;
  await sql`
    INSERT INTO replies (message_id, workspace_id, thread_id, lease_until)
    SELECT id, workspace_id, thread_id, now() + interval '1 hour' FROM messages
    WHERE thread_id = ${replying.threadId} AND role = 'assistant'`;
  const wait = { nodes: [{ id: 'wait', type: 'approval', config: { title: 'May it?' } }] };
  const open = await workflows.execute(await workflows.save(wait));
  await sql`UPDATE executions SET retry_of = ${retried.id} WHERE id = ${open}`;
  const statuses = async () =>
    Promise.all(
      [old, kept, replying, retried, { threadId: made.id }].map(
        async ({ threadId }) => (await call(server, 'GET', `/api/v1/threads/${threadId}`)).status,
      ),
    );

  await sweepThreads(server.platform);
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  // As older versions have deleted them.
  await sql`DELETE FROM executions WHERE id IN (${old.id}, ${replying.id}, ${retried.id})`;
  await Promise.all([sweepThreads(server.platform), sweepThreads(server.platform)]);
  expect(await statuses()).toEqual([404, 200, 200, 200, 200]);
  expect(await sql`SELECT 1 FROM events WHERE stream = ${old.threadId}`).toHaveLength(0);

  await sql`DELETE FROM replies WHERE thread_id = ${replying.threadId}`;
  expect((await call(server, 'POST', `/api/v1/executions/${open}/cancel`)).status).toBe(200);
  await sweepThreads(server.platform);
  expect(await statuses()).toEqual([404, 200, 404, 404, 200]);
});

test('threads that others use stay, until those executions are deleted, too', async () => {
  const agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Reader' } })).body.data.id;
  const [continued, written] = [await ask(agentId), await ask(agentId)];
  const config = { agent_id: agentId, message: 'My next letter', thread_id: continued.threadId };
  const later = await workflows.run({ nodes: [{ id: 'ask', type: 'agent', config }], outputs: {} });
  const body = { content: 'A question about the letter' };
  expect((await call(server, 'POST', `/api/v1/threads/${written.threadId}/messages`, { body })).status).toBe(200);
  const sweep = async () => {
    await sweepThreads(server.platform);
    return Promise.all(
      [continued, written].map(
        async ({ threadId }) => (await call(server, 'GET', `/api/v1/threads/${threadId}`)).status,
      ),
    );
  };

  await sql`DELETE FROM executions WHERE id IN (${continued.id}, ${written.id})`;
  expect(await sweep()).toEqual([200, 200]);
  await sql`DELETE FROM executions WHERE id = ${later.id}`;
  expect(await sweep()).toEqual([404, 200]);
});
