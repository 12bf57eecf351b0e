import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, get, reached } = workflowRuns(() => server);

it('an execution whose definition this server can’t read is left to one that can, until its time is over', async () => {
  const { sql } = server.platform.database;
  const wait = { id: 'wait', type: 'delay', config: { seconds: 1 } };
  const definition = { nodes: [wait, text('after', 'after')], edges: [{ from: 'wait', to: 'after' }] };
  const workflow = await save(definition, { max_duration_s: 3 });
  const id = await execute(workflow);
  await reached(id, 'running', 'waiting');
  const newer = { nodes: [{ id: 'wait', type: 'a-type-of-next-year', config: {} }], edges: [], outputs: {} };
  await sql`
    INSERT INTO workflow_versions (workflow_id, version, definition, input_schema)
    SELECT workflow_id, 2, ${sql.json(newer)}, input_schema FROM workflow_versions WHERE workflow_id = ${workflow}`;
  await sql`UPDATE executions SET workflow_version = 2 WHERE id = ${id}`;
  // Taken when its wait is over, and then held until that lease runs out.
  const held = await eventually(async () => {
    const [row] = await sql<
      { lease_token: number }[]
    >`SELECT lease_token FROM executions WHERE id = ${id} AND held AND lease_token > 1`;
    return row;
  });
  expect(held.lease_token).toBe(2);
  expect((await get(id)).status).toBe('running');
  await eventually(async () => {
    const rows = await sql`UPDATE executions SET due_at = now() WHERE id = ${id} AND deadline_at < now() RETURNING id`;
    return rows.length > 0 ? true : undefined;
  });
  const { status, error } = await reached(id);
  expect({ status, code: error.code }).toEqual({ status: 'failed', code: 'execution_timeout' });
});
