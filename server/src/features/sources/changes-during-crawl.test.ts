import { beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../../test/databases/connect.ts';
import { call, eventually } from '../../../test/client.ts';
import { createSource, lastRun, settle, type SourceUnderTest } from '../../../test/crawls.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage } from '../../../test/web-site.ts';
import type { Sql } from '../../platform/database.ts';
import { sweepSources } from './sweep-sources.ts';

const { server, site } = await startWithSite();
const { database } = server.platform;
const { sql } = database;

beforeEach(() => {
  site.pages.clear();
  site.requests.length = 0;
});

describe('deleting a source', () => {
  it('also deletes the documents of a run that starts meanwhile', async () => {
    site.pages.set('/', makePage('Home'));
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    await settle(server, source);
    site.pages.set('/', makePage('Home', ['/late']));
    site.pages.set('/late', makePage('Late'));
    let isStarted = false;
    const crawlAgain = async (found: unknown) => {
      const rows = await found;
      if (isStarted) return rows;
      // None is left to cancel: now the schedule starts a run.
      isStarted = true;
      expect((await call(server, 'POST', `${source.path}/sync`)).status).toBe(202);
      await settle(server, source);
      return rows;
    };
    const stop = interceptQueries(database, (text, run) =>
      text.includes('SELECT r.id, r.source_id FROM') ? crawlAgain(run()) : run(),
    );
    expect((await call(server, 'DELETE', source.path)).status).toBe(200);
    stop();
    expect(isStarted).toBe(true);
    expect(await listDocuments(source)).toEqual([]);
  });

  it('twice at once is one deletion', async () => {
    site.pages.set('/', makePage('Home'));
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    await settle(server, source);
    const answers = await Promise.all([call(server, 'DELETE', source.path), call(server, 'DELETE', source.path)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const { body } = await call(server, 'GET', `/api/v1/audit-log?resource_id=${source.id}&action=source.deleted`);
    expect(body.data).toHaveLength(1);
  });
});

/** A site whose page `held` isn't sent before `send` is called, and a source that has requested it. */
async function crawlHeldPage(
  held: string,
  links: readonly string[],
): Promise<{ source: SourceUnderTest; send: () => void }> {
  let send = (): void => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  for (const link of links) site.pages.set(link, makePage(link));
  site.pages.set('/', makePage('Home', links, { head: '<meta name="robots" content="noindex">' }));
  const page = site.pages.get(held);
  site.pages.set(held, {
    send: (response) => void sent.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page)),
  });
  const source = await createSource(server, { type: 'website', url: `${site.url}/` });
  await eventually(async () => site.count(held) > 0 || undefined);
  return { source, send };
}

async function listDocuments({ base }: SourceUnderTest) {
  return (await call(server, 'GET', `${base}/documents`)).body.data;
}

const { databaseUrl } = server.platform.config;

/** Waits until so many transactions wait for another. */
async function untilWaiting(tx: Sql, count: number): Promise<void> {
  await eventually(async () => {
    const waiting = await tx`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return waiting.length >= count || undefined;
  });
}

/** Runs `work` in a transaction of another process. */
async function transactElsewhere<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
  const other = connect(databaseUrl ?? '');
  const { result } = await other.begin(async (tx) => ({ result: await work(tx) }));
  await other.end();
  return result;
}

/** Locks the addresses that a run has yet to visit: what changes them waits for the transaction. */
async function holdFrontier(tx: Sql, run: { id: string }): Promise<void> {
  await tx`SELECT 1 FROM source_frontier WHERE run_id = ${run.id} FOR UPDATE`;
}

describe.skipIf(databaseUrl === undefined)('changes of a source during its crawl', () => {
  it('wait for the visit of a page with new links, which does not wait for them', async () => {
    const { source, send } = await crawlHeldPage('/', ['/a', '/b']);
    const run = await lastRun(server, source);
    const { patched } = await transactElsewhere(async (tx) => {
      await holdFrontier(tx, run);
      send();
      // The visit has changed its page by then, and is about to add those that it has found.
      await untilWaiting(tx, 1);
      const waiting = call(server, 'PATCH', source.path, { body: { max_pages: 7 } });
      await untilWaiting(tx, 2);
      return { patched: waiting };
    });
    expect((await patched).status).toBe(200);
    await settle(server, source);
    expect((await lastRun(server, source)).counts).toMatchObject({ discovered: 3, failed: 0 });
  });

  it('can be due while its run ends', async () => {
    const { source } = await crawlHeldPage('/', []);
    await sql`UPDATE sources SET next_run_at = now() - interval '1 day', refresh = 'hourly' WHERE id = ${source.id}`;
    const run = await lastRun(server, source);
    const { both } = await transactElsewhere(async (tx) => {
      await holdFrontier(tx, run);
      const cancelled = call(server, 'POST', `${source.path}/cancel`);
      // The end of the run has changed it by then, and is about to change its source.
      await untilWaiting(tx, 1);
      const swept = sweepSources(server.platform);
      await untilWaiting(tx, 2);
      return { both: Promise.all([cancelled, swept]) };
    });
    const [{ status }] = await both;
    expect(status).toBe(200);
    await call(server, 'DELETE', source.path);
  });

  it('leave pages out in the order in which a worker renews its leases on their documents', async () => {
    const names = ['/first', '/second', '/third'];
    const { source, send } = await crawlHeldPage('/first', names);
    await eventually(async () => site.count('/third') > 0 || undefined);
    // The document of the first page is stored last.
    await eventually(async () => (await listDocuments(source)).length === 2 || undefined);
    send();
    await settle(server, source);
    await transactElsewhere(async (tx) => {
      const lock = async (order: 'ASC' | 'DESC') => tx`
        SELECT 1 FROM documents WHERE id = (
          SELECT id FROM documents WHERE source_id = ${source.id} ORDER BY id ${tx.unsafe(order)} LIMIT 1)
        FOR NO KEY UPDATE`;
      await lock('ASC');
      await call(server, 'PATCH', source.path, { body: { exclude: names } });
      await call(server, 'POST', `${source.path}/sync`);
      await untilWaiting(tx, 1);
      await lock('DESC');
    });
    await settle(server, source);
    expect(await listDocuments(source)).toEqual([]);
    // No other worker had to continue the run.
    const [run] =
      await sql`SELECT lease_token FROM source_runs WHERE source_id = ${source.id} ORDER BY id DESC LIMIT 1`;
    expect(run).toEqual({ lease_token: 1 });
  });

  it('remove pages that are no longer listed while one of their documents is deleted', async () => {
    const names = ['/a', '/b', '/c'];
    for (const name of names) site.pages.set(name, makePage(name));
    const urls = names.map((name) => `${site.url}${name}`);
    const source = await createSource(server, { type: 'urls', urls });
    await settle(server, source);
    await call(server, 'PATCH', source.path, { body: { urls: urls.slice(0, 1) } });
    const document = await findDocumentOf(source, '/b');
    await transactElsewhere(async (tx) => {
      // As the deletion of the document does: its row first, and then that of its page.
      await tx`SELECT 1 FROM documents WHERE id = ${document} FOR UPDATE`;
      await call(server, 'POST', `${source.path}/sync`);
      await untilWaiting(tx, 1);
      await tx`DELETE FROM documents WHERE id = ${document}`;
    });
    await settle(server, source);
    const [run] =
      await sql`SELECT lease_token, status FROM source_runs WHERE source_id = ${source.id} ORDER BY id DESC LIMIT 1`;
    expect(run).toEqual({ lease_token: 1, status: 'completed' });
    expect((await listDocuments(source)).map(({ url }: { url: string }) => url)).toEqual(urls.slice(0, 1));
  });

  it('that delete it also end a run that started just before', async () => {
    site.pages.set('/', makePage('Home'));
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    await settle(server, source);
    const lock = async (tx: Sql, how: string) => tx`SELECT 1 FROM sources WHERE id = ${source.id} ${tx.unsafe(how)}`;
    const { deleted } = await transactElsewhere(async (other) => {
      // As a crawl that adds a page does.
      await lock(other, 'FOR KEY SHARE');
      const { both } = await transactElsewhere(async (tx) => {
        await lock(tx, 'FOR NO KEY UPDATE');
        const synced = call(server, 'POST', `${source.path}/sync`);
        await untilWaiting(tx, 1);
        const waiting = call(server, 'DELETE', source.path);
        await untilWaiting(tx, 2);
        return { both: { synced, waiting } };
      });
      const { body } = await both.synced;
      await eventually(async () => {
        const [run] = await sql`SELECT status, fetched FROM source_runs WHERE id = ${body.data.id}`;
        // It has added its page, or was ended.
        return run?.['status'] !== 'running' || run['fetched'] > 0 || undefined;
      });
      return { deleted: both.waiting };
    });
    expect((await deleted).status).toBe(200);
    expect(await listDocuments(source)).toEqual([]);
  });
});

async function findDocumentOf({ id }: SourceUnderTest, name: string): Promise<string> {
  const [page] = await sql<{ document_id: string }[]>`
    SELECT document_id FROM source_pages WHERE source_id = ${id} AND url = ${`${site.url}${name}`}`;
  return page?.document_id ?? '';
}
