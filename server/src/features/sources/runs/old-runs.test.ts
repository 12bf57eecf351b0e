import { expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createSource, lastRun, settle, type SourceUnderTest, sync } from '../../../../test/crawls.ts';
import { startWithSite } from '../../../../test/start-with-site.ts';
import { makePage } from '../../../../test/web-site.ts';
import { pruneRuns } from './prune-runs.ts';

const { server, site } = await startWithSite();
const { platform } = server;
const { sql } = platform.database;

async function crawlOnce(): Promise<SourceUnderTest> {
  site.pages.set('/', makePage('Home'));
  const source = await createSource(server, { type: 'website', url: `${site.url}/` });
  await settle(server, source);
  return source;
}

/** Adds completed runs that are older than all others of the source, each with a change; the first is the oldest. */
async function addRuns({ id }: SourceUnderTest, count: number, daysAgo: number): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO source_runs (id, workspace_id, source_id, status, started_at, finished_at)
      SELECT 'run_00' || lpad((1000 - ${daysAgo}::int)::text, 4, '0') || lpad(n::text, 4, '0') || id, workspace_id, id,
        'completed', at, at
      FROM sources, generate_series(1, ${count}::int) n, (SELECT now() - ${daysAgo}::int * interval '1 day' AS at)
      WHERE id = ${id} RETURNING id)
    INSERT INTO source_changes (run_id, url, change) SELECT id, 'https://a.example/', 'created' FROM added`;
}
const countRuns = async (source: SourceUnderTest) =>
  (await call(server, 'GET', `${source.path}/runs`)).body.pagination.total_count;

/** The streams that are removed until the end of the test. */
function watchRemovals(): () => string[] {
  const remove = vi.spyOn(platform.events, 'remove');
  onTestFinished(() => remove.mockRestore());
  return () => remove.mock.calls.map(([, stream]) => stream);
}

test('the start of a run removes only the events of the run before it, however many have ended', async () => {
  const source = await crawlOnce();
  await addRuns(source, 300, 1);
  const previous = await lastRun(server, source);
  const removed = watchRemovals();
  const run = await sync(server, source);
  expect(removed()).toEqual([previous.id]);
  const streams = await sql`SELECT stream FROM events WHERE stream IN (${previous.id}, ${run.id}) GROUP BY stream`;
  expect(streams).toEqual([{ stream: run.id }]);
});

test('a source that is deleted removes only the events that are left', async () => {
  const source = await crawlOnce();
  await addRuns(source, 300, 1);
  const last = await lastRun(server, source);
  const removed = watchRemovals();
  expect((await call(server, 'DELETE', source.path)).status).toBe(200);
  expect(removed()).toEqual([last.id]);
});

test('of a source’s runs, the newest 100 and those of the last 90 days are kept, with their changes', async () => {
  const [many, few] = [await crawlOnce(), await crawlOnce()];
  await addRuns(many, 30, 91);
  await addRuns(many, 90, 89);
  await addRuns(few, 50, 91);
  await platform.events.appendNow('run_0000earlier', [{ event: 'run:completed', data: {} }]);
  await sql`
    INSERT INTO source_runs (id, workspace_id, source_id, status, started_at, finished_at)
    SELECT 'run_0000earlier', workspace_id, id, 'failed', finished, finished
    FROM sources, (SELECT now() - interval '1 year' AS finished) WHERE id = ${many.id}`;
  await pruneRuns(platform);
  // The real one, the 90 young ones, and as many of the old ones as make a hundred.
  expect([await countRuns(many), await countRuns(few)]).toEqual([100, 51]);
  const changes = await sql`
    SELECT count(*)::int FROM source_changes c LEFT JOIN source_runs r ON r.id = run_id
    WHERE run_id LIKE ${`run_00%${many.id}`} OR r.id IS NULL`;
  expect(changes).toEqual([{ count: 99 }]);
  await addRuns(many, 60, 88);
  await pruneRuns(platform);
  expect(await countRuns(many)).toBe(151);
  expect(await sql`SELECT 1 FROM events WHERE stream = 'run_0000earlier'`).toEqual([]);
});
