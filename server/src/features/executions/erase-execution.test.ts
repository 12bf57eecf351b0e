import { expect, test } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';
import { eraseExecution } from './erase-execution.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { sql } = server.platform.database;
const workflows = workflowRuns(() => server);

test('an execution is erased with the threads of its agents, also of one that is replying', async () => {
  const agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Reader' } })).body.data.id;
  const asking = (id: string) => ({ id, type: 'agent', config: { agent_id: agentId, message: 'My letter' } });
  model.reply({ text: 'I see.' }, { text: 'One two three four', hangAfter: 2 });
  const edges = [{ from: 'first', to: 'second' }];
  const id = await workflows.execute(await workflows.save({ nodes: [asking('first'), asking('second')], edges }));
  await eventually(async () => (model.calls.length === 2 ? true : undefined));
  const listThreads = async () => sql<{ id: string; workspace_id: string }[]>`
    SELECT id, workspace_id FROM threads WHERE agent_id = ${agentId}`;
  const [thread] = await listThreads();
  expect(await listThreads()).toHaveLength(2);
  await eraseExecution(server.platform, thread?.workspace_id ?? '', id);
  expect((await call(server, 'GET', `/api/v1/executions/${id}`)).status).toBe(404);
  expect(await listThreads()).toEqual([]);
});
