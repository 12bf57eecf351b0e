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
    INSERT INTO threads (id, workspace_id, agent_id, title, metadata, created_at)
    SELECT 'thr_' || 100000 + n, workspace_id, id, CASE WHEN n % 1000 = 0 THEN 'About herring' END, '{}',
      timestamptz '2026-01-01' + n * interval '1 minute'
    FROM agents, generate_series(1, ${count}) AS n WHERE id = ${agent}`;
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at)
    SELECT 'msg_' || n, workspace_id, 'thr_' || 100000 + n, 'user', CASE WHEN n % 100 = 1 THEN 'Any Herring?' ELSE 'Any?' END,
      'complete', now()
    FROM agents, generate_series(1, ${count}) AS n WHERE id = ${agent}`;
});

const search = async (query: string) =>
  (await call(server, 'GET', `/api/v1/threads?q=herring&${query}`)).body as {
    data: { id: string }[];
    pagination: { total_count: number };
  };

test('finds titles and messages in many threads, by page and period', async () => {
  const found = Array.from({ length: count }, (_, index) => count - index).filter(
    (n) => n % 1000 === 0 || n % 100 === 1,
  );
  const ids = found.map((n) => `thr_${100_000 + n}`);
  const first = await search('per_page=50');
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  expect(first.pagination).toMatchObject({ total_count: ids.length });
  const second = await search('per_page=50&page=2');
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(50, 100));
  const early = await search('per_page=50&to=2026-01-01T05:00:00Z');
  expect(early.data.map(({ id }) => id)).toEqual(['thr_100201', 'thr_100101', 'thr_100001']);
  expect((await search('agent_id=agt_other')).data).toEqual([]);
});

test('a search reads a part of the threads with each query, so that others get their turns', async () => {
  let queries = 0;
  const stop = interceptQueries(server.platform.database, (text, run) => {
    if (/^\s*(SELECT|WITH)/.test(text)) queries += 1;
    return run();
  });
  await search('');
  stop();
  expect(queries).toBeGreaterThan(count / 500);
});
