import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, get, reached } = workflowRuns(() => server);

it('an execution whose definition this server can’t read is left to another server until its maximum duration', async () => {
  const { sql } = server.platform.database;
  const wait = { id: 'wait', type: 'delay', config: { seconds: 3_600 } };
  const definition = { nodes: [wait, text('after', 'after')], edges: [{ from: 'wait', to: 'after' }] };
  const workflow = await save(definition, { max_duration_s: 7_200 });
  const id = await execute(workflow);
  await reached(id, 'waiting');
  const newer = { nodes: [{ id: 'wait', type: 'a-type-of-next-year', config: {} }], edges: [], outputs: {} };
  await sql`
    INSERT INTO workflow_versions (workflow_id, version, definition, input_schema)
    SELECT workflow_id, 2, ${sql.json(newer)}, input_schema FROM workflow_versions WHERE workflow_id = ${workflow}`;
  const [before] = await sql<{ lease_token: number }[]>`
    UPDATE executions SET workflow_version = 2, due_at = now() WHERE id = ${id} RETURNING lease_token`;
  /** The whole row if it isn't left alone yet, for the message of a failure. */
  const readState = async () => {
    const [row] = await sql`
      SELECT lease_token > ${before?.lease_token ?? 0} AND due_at > now() AND NOT held AS "isLeftAlone",
        status, error, held, woken, broken_off, lease_token, due_at, deadline_at, now()
      FROM executions WHERE id = ${id}`;
    return row?.['isLeftAlone'] === true ? 'left alone' : row;
  };
  // Its wait has ended: it is claimed, and released to be not touched for a while.
  await expect.poll(async () => readState()).toBe('left alone');
  expect(['waiting', 'running']).toContain((await get(id)).status);
  await sql`UPDATE executions SET due_at = now(), deadline_at = now() - interval '1 second' WHERE id = ${id}`;
  const { status, error } = await reached(id);
  expect({ status, code: error.code }).toEqual({ status: 'failed', code: 'execution_timeout' });
});
