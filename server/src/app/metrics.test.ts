import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../test/client.ts';
import { interceptQueries } from '../../test/intercept-queries.ts';
import { startServer, type ServerUnderTest } from '../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  // Nothing wakes the workers for rows that SQL makes due.
  server = await startServer({}, { leases: { lookMs: 600_000, maxLookMs: 600_000 } });
});
afterAll(async () => server.close());

const read = async () => (await fetch(`${server.url}/metrics`)).text();

test('the metrics have the work that waits, and its age', async () => {
  const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Guides' } })).body.data.id;
  const path = `/api/v1/knowledge-bases/${base}/documents`;
  const { id } = (await call(server, 'POST', path, { body: { name: 'Hours', text: 'We open at nine.' } })).body.data;
  await expect.poll(async () => (await call(server, 'GET', `${path}/${id}`)).body.data.status).toBe('ready');
  const idle = await read();
  for (const work of [
    'executions',
    'replies',
    'submissions',
    'tasks',
    'documents',
    'crawls',
    'deliveries',
    'notices',
  ]) {
    expect(idle).toContain(`portico_work_waiting{work="${work}"} 0\n`);
    expect(idle).toContain(`portico_work_waiting_seconds{work="${work}"} 0\n`);
  }
  const { sql } = server.platform.database;
  await sql`UPDATE documents SET status = 'queued', due_at = now() - interval '1 day' WHERE id = ${id}`;
  const busy = await read();
  expect(busy).toContain('portico_work_waiting{work="documents"} 1\n');
  expect(busy).toMatch(/^portico_work_waiting_seconds\{work="documents"\} 864\d\d(\.\d+)?$/m);
});

test('the metrics lack that work while the database does not respond', async () => {
  const silence = new Promise(() => undefined);
  const stop = interceptQueries(server.platform.database, (text, run) => (text.includes('AS kinds') ? silence : run()));
  const text = await read();
  stop();
  expect(text).toContain('portico_http_request_seconds_count');
  expect(text).not.toContain('portico_work_waiting{');
});
