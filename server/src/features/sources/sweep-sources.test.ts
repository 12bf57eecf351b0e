import { expect, it } from 'vitest';
import { createSource, lastRun, settle } from '../../../test/crawls.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage } from '../../../test/web-site.ts';
import { sweepSources } from './sweep-sources.ts';

const { server, site } = await startWithSite();
const { sql } = server.platform.database;

it('starts a source although many others have been due for longer while their runs are in progress', async () => {
  site.pages.set('/', makePage('Home'));
  const source = await createSource(server, { type: 'website', url: `${site.url}/`, refresh: 'daily' });
  await settle(server, source);
  const before = await lastRun(server, source);
  // More than a sweep starts.
  await sql`
    INSERT INTO sources (id, workspace_id, knowledge_base_id, type, url, urls, include, exclude, max_pages, max_depth,
      respect_robots, refresh, status, next_run_at)
    SELECT 'src_long' || n, workspace_id, knowledge_base_id, type, url, urls, include, exclude, max_pages, max_depth,
      respect_robots, 'hourly', 'syncing', now() - interval '1 day'
    FROM sources, generate_series(1, 60) AS n WHERE id = ${source.id}`;
  await sql`
    INSERT INTO source_runs (id, workspace_id, source_id, status, due_at)
    SELECT 'run_' || id, workspace_id, id, 'running', now() + interval '1 day' FROM sources WHERE id LIKE 'src_long%'`;
  await sql`UPDATE sources SET next_run_at = now() - interval '1 minute' WHERE id = ${source.id}`;
  await sweepSources(server.platform);
  expect((await lastRun(server, source)).id).not.toBe(before.id);
  await settle(server, source);
});

it('starts a source although many that can’t start have been due for longer', async () => {
  site.pages.set('/', makePage('Home'));
  const source = await createSource(server, { type: 'website', url: `${site.url}/`, refresh: 'daily' });
  await settle(server, source);
  const before = await lastRun(server, source);
  await sql`ALTER TABLE source_runs ADD CONSTRAINT refused CHECK (source_id NOT LIKE 'src_bad%')`;
  // More than a sweep takes at once.
  await sql`
    INSERT INTO sources (id, workspace_id, knowledge_base_id, type, url, urls, include, exclude, max_pages, max_depth,
      respect_robots, refresh, status, next_run_at)
    SELECT 'src_bad' || n, workspace_id, knowledge_base_id, type, url, urls, include, exclude, max_pages, max_depth,
      respect_robots, refresh, 'idle', now() - interval '1 day'
    FROM sources, generate_series(1, 120) AS n WHERE id = ${source.id}`;
  await sql`UPDATE sources SET next_run_at = now() - interval '1 minute' WHERE id = ${source.id}`;
  await sweepSources(server.platform);
  expect((await lastRun(server, source)).id).not.toBe(before.id);
  await settle(server, source);
});
