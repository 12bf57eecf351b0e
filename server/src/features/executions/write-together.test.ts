import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';
import { createId } from '../../platform/ids.ts';
import { insertClaimedExecutions } from './executions.claims.sql.ts';
import { writeProgress, type Progress } from './progress.sql.ts';
import { emptyRecord } from './runner/node/empty-record.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, reached, nodes } = workflowRuns(() => server);
const definition = { nodes: [text('one', '{{ inputs.n }}')], outputs: { n: '{{ nodes.one.outputs.text }}' } };

describe('executions that share statements', () => {
  it('each have their own inputs, result and events', async () => {
    const workflow = await save(definition);
    const ids = await Promise.all(Array.from({ length: 60 }, async (_, n) => execute(workflow, { n })));
    expect(new Set(ids).size).toBe(60);
    for (const [n, id] of ids.entries()) {
      expect(await reached(id)).toMatchObject({ status: 'completed', outputs: { n: String(n) } });
      const runs: { node_id: string; status: string }[] = await nodes(id);
      expect(runs.map(({ node_id, status }) => [node_id, status])).toEqual([['one', 'completed']]);
    }
  });

  it('are written except those whose lease is lost, and never twice', async () => {
    const { sql } = server.platform.database;
    const workflow = await save(definition);
    const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM workflows WHERE id = ${workflow}`;
    const starts = [1, 2, 3].map(() => ({
      id: createId('exe'),
      workspaceId: row?.workspace_id ?? '',
      workflowId: workflow,
      version: 1,
      triggerId: null,
      inputs: {},
    }));
    // They are returned in the order in which the database joins them.
    const claimed = (await insertClaimedExecutions(sql, starts)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(claimed.map(({ id }) => id)).toEqual(starts.map(({ id }) => id));
    const all = claimed.map((one, index): Progress => ({
      claimed: { id: one.id, lease_token: index === 1 ? 7 : one.lease_token },
      lastEventId: 0,
      batch: {
        runs: [{ ...emptyRecord('one', 'template', 'completed'), outputs: `{"n":${index}}` }],
        events: [
          { event: 'execution:started', text: '{}' },
          { event: 'execution:completed', text: `{"n":${index}}` },
        ],
        change: { kind: 'end', status: 'completed', outputs: `{"n":${index}}`, error: null },
      },
      announcements: [],
    }));
    const [first, lost, third] = await writeProgress(sql, all);
    expect([first?.length, lost, third?.map(({ id }) => id)]).toEqual([2, undefined, [1, 2]]);
    expect(await writeProgress(sql, all)).toEqual([undefined, undefined, undefined]);
    const states = await sql`
      SELECT status, outputs, (SELECT count(*)::int FROM node_runs WHERE execution_id = id) AS runs,
        (SELECT count(*)::int FROM events WHERE stream = executions.id) AS events
      FROM executions WHERE workflow_id = ${workflow} ORDER BY id`;
    expect([...states]).toEqual([
      { status: 'completed', outputs: { n: 0 }, runs: 1, events: 2 },
      { status: 'running', outputs: null, runs: 0, events: 0 },
      { status: 'completed', outputs: { n: 2 }, runs: 1, events: 2 },
    ]);
    await sql`DELETE FROM executions WHERE workflow_id = ${workflow}`;
  });
});

describe('a workflow that another process has changed', () => {
  it('is executed in its current version', async () => {
    const { sql } = server.platform.database;
    const workflow = await save(definition);
    await reached(await execute(workflow, { n: 1 }));
    await sql`
      INSERT INTO workflow_versions (workflow_id, version, definition, input_schema)
      SELECT workflow_id, 2, replace(definition::text, 'inputs.n', '&quot;new&quot;')::json,
        '{"properties":{"n":{"type":"string"}}}' FROM workflow_versions WHERE workflow_id = ${workflow}`;
    await sql`
      UPDATE workflow_versions SET definition = replace(definition::text, '&quot;', '''')::json
      WHERE workflow_id = ${workflow} AND version = 2`;
    await sql`
      UPDATE workflows SET version = 2, input_schema = '{"properties":{"n":{"type":"string"}}}' WHERE id = ${workflow}`;
    const refused = await call(server, 'POST', `/api/v1/workflows/${workflow}/execute`, { body: { inputs: { n: 1 } } });
    expect(refused.status).toBe(400);
    const execution = await reached(await execute(workflow, { n: 'x' }));
    expect(execution).toMatchObject({ workflow_version: 2, outputs: { n: 'new' } });
    await sql`UPDATE workflows SET status = 'inactive' WHERE id = ${workflow}`;
    const inactive = await call(server, 'POST', `/api/v1/workflows/${workflow}/execute`, { body: { inputs: {} } });
    expect(inactive.status).toBe(400);
    await sql`UPDATE workflows SET deleted_at = now() WHERE id = ${workflow}`;
    const gone = await call(server, 'POST', `/api/v1/workflows/${workflow}/execute`, { body: { inputs: {} } });
    expect(gone.status).toBe(404);
  });
});
