import { describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { createBase, createSource, lastRun, settle } from '../../../test/crawls.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { untilBlocked } from '../../../test/until-blocked.ts';
import { makePage } from '../../../test/web-site.ts';

const { server, site } = await startWithSite();

/** A site whose only page is never sent, and a source that waits for it. */
async function crawlHeldSite() {
  site.pages.clear();
  site.pages.set('/', { send: () => undefined });
  site.requests.length = 0;
  const source = await createSource(server, { type: 'website', url: `${site.url}/` });
  await eventually(async () => site.count('/') > 0 || undefined);
  return { source, run: await lastRun(server, source) };
}

describe('deleting a knowledge base whose source is being crawled', () => {
  it('cancels the run, notifies its readers, and keeps none of its events', async () => {
    const { source, run } = await crawlHeldSite();
    const reading = readEvents(server, `${source.path}/runs/${run.id}/events`, {
      until: ({ event }) => {
        if (event === 'run:progress') void call(server, 'DELETE', source.base);
        return false;
      },
    });
    expect((await reading).at(-1)).toMatchObject({ event: 'run:cancelled', data: { run: { status: 'cancelled' } } });
    await eventually(async () => (await call(server, 'GET', source.base)).status === 404 || undefined);
    expect(await server.platform.database.sql`SELECT 1 FROM events WHERE stream = ${run.id}`).toEqual([]);
    expect(await server.platform.database.sql`SELECT 1 FROM source_runs WHERE id = ${run.id}`).toEqual([]);
  });

  it('keeps no events of runs that have ended', async () => {
    site.pages.clear();
    site.pages.set('/', makePage('Home'));
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    await settle(server, source);
    const { id } = await lastRun(server, source);
    const count = async () => (await server.platform.database.sql`SELECT 1 FROM events WHERE stream = ${id}`).length;
    expect(await count()).toBeGreaterThan(0);
    expect((await call(server, 'DELETE', source.base)).status).toBe(200);
    expect(await count()).toBe(0);
  });

  it('refuses a source that is added meanwhile', async () => {
    const base = await createBase(server);
    const { database } = server.platform;
    let isDeleted = false;
    const restore = interceptQueries(database, (text, run) => {
      if (isDeleted || !text.includes('SELECT id FROM knowledge_bases')) return run();
      isDeleted = true;
      const found = run() as Promise<unknown>;
      return found.then(async (rows) => {
        // Its row stays until the removal of its documents has ended.
        await database.sql`UPDATE knowledge_bases SET deleted_at = now(), removal_due_at = now() + interval '1 hour'
          WHERE id = ${base.split('/').at(-1) ?? ''}`;
        return rows;
      });
    });
    const body = { type: 'website', url: `${site.url}/` };
    const added = await call(server, 'POST', `${base}/sources`, { body }).finally(() => restore());
    expect([isDeleted, added.status]).toEqual([true, 404]);
    expect(await database.sql`SELECT 1 FROM sources WHERE knowledge_base_id = ${base.split('/').at(-1) ?? ''}`).toEqual(
      [],
    );
  });

  it('lets the run continue if it is refused', async () => {
    const { source, run } = await crawlHeldSite();
    const agent = { name: 'Reader', knowledge_base_ids: [source.base.split('/').at(-1)] };
    expect((await call(server, 'POST', '/api/v1/agents', { body: agent })).status).toBe(201);
    expect((await call(server, 'DELETE', source.base)).status).toBe(400);
    expect((await call(server, 'GET', `${source.path}/runs/${run.id}`)).body.data.status).toBe('running');
    await call(server, 'POST', `${source.path}/cancel`);
  });

  it.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
    'waits for a crawl that holds its run and adds a document',
    async () => {
      const { source, run } = await crawlHeldSite();
      const id = source.base.split('/').at(-1) ?? '';
      const { database } = server.platform;
      const { deleted } = await database.transaction(async (tx) => {
        await tx`SELECT 1 FROM source_runs WHERE id = ${run.id} FOR UPDATE`;
        const deleted = call(server, 'DELETE', source.base);
        await untilBlocked(tx);
        // What the foreign key of a new document does.
        expect(await tx`SELECT 1 FROM knowledge_bases WHERE id = ${id} FOR KEY SHARE`).toHaveLength(1);
        return { deleted };
      });
      expect((await deleted).status).toBe(200);
    },
  );
});
