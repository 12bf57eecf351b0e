import { beforeAll, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { interceptQueries } from '../../../../test/intercept-queries.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

const count = 6000;
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  const { sql } = server.platform.database;
  await sql`
    INSERT INTO threads (id, workspace_id, agent_id, metadata)
    SELECT 'thr_' || n, workspace_id, id, '{}' FROM agents, generate_series(1, ${count}) AS n WHERE id = ${agent}`;
  // Three conversations begin at each moment, and 1,000 on each of six days.
  await sql`
    INSERT INTO conversations (id, thread_id, workspace_id, agent_id, interface_id, interface_name, interface_slug,
      visitor_id, cost_credits, created_at)
    SELECT 'cnv_' || n, 'thr_' || n, workspace_id, id, 'chi_1', 'Desk', 'desk', 'visitor', 0.001,
      timestamptz '2026-03-02' + (n - 1) / 1000 * interval '1 day' + (n - 1) % 1000 / 3 * interval '1 minute'
    FROM agents, generate_series(1, ${count}) AS n WHERE id = ${agent}`;
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at)
    SELECT 'msg_' || n, workspace_id, thread_id, 'user', 'Hello', 'complete', c.created_at
    FROM conversations c, substr(c.id, 5) AS n`;
  // The n-th reply takes 2n milliseconds.
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, outcome, reply_to, created_at)
    SELECT 'msg_reply' || n, workspace_id, thread_id, 'assistant', 'Hello', 'complete', 'answered', 'msg_' || n,
      c.created_at + n::int * interval '2 milliseconds'
    FROM conversations c, substr(c.id, 5) AS n`;
});

const path = '/api/v1/insights/summary?from=2026-03-02T00:00:00Z&to=2026-03-08T00:00:00Z';

test('counts each of many conversations once, and finds the median of all', async () => {
  const { totals, series } = (await call(server, 'GET', path)).body.data;
  expect(totals).toMatchObject({ conversations: count, resolved_by_agent: count, credits: 6 });
  expect(totals.first_reply_ms_agent_median).toBe(6001);
  expect(series.map((day: { conversations: number }) => day.conversations)).toEqual([
    1000, 1000, 1000, 1000, 1000, 1000,
  ]);
  expect(series[0].first_reply_ms_agent_median).toBe(1001);
});

test('reads a part of the conversations with each query, so that others get their turns', async () => {
  let queries = 0;
  const stop = interceptQueries(server.platform.database, (text, run) => {
    if (/^\s*(SELECT|WITH)/.test(text)) queries += 1;
    return run();
  });
  await call(server, 'GET', path);
  stop();
  expect(queries).toBeGreaterThan(count / 500);
});
