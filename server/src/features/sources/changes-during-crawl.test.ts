import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { createSource, settle, type SourceUnderTest } from '../../../test/crawls.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage } from '../../../test/web-site.ts';

const { server, site } = await startWithSite();
const { database } = server.platform;

beforeEach(() => {
  site.pages.clear();
  site.requests.length = 0;
});

describe('deleting a source', () => {
  it('also deletes the documents of a run that starts meanwhile', async () => {
    site.pages.set('/', makePage('Home', ['/late']));
    site.pages.set('/late', makePage('Late'));
    const source = await createSource(server, { type: 'website', url: `${site.url}/` });
    await settle(server, source);
    let isStarted = false;
    const crawlAgain = async (found: unknown) => {
      const rows = (await found) as unknown[];
      if (rows.length > 0 || isStarted) return rows;
      // None is left to delete: now the schedule starts a run.
      isStarted = true;
      expect((await call(server, 'POST', `${source.path}/sync`)).status).toBe(202);
      await settle(server, source);
      return rows;
    };
    const stop = interceptQueries(database, (text, run) =>
      text.includes('SELECT id FROM documents WHERE') ? crawlAgain(run()) : run(),
    );
    expect((await call(server, 'DELETE', source.path)).status).toBe(200);
    stop();
    expect(isStarted).toBe(true);
    expect(await listDocuments(source)).toEqual([]);
  });
});

async function listDocuments({ base }: SourceUnderTest) {
  return (await call(server, 'GET', `${base}/documents`)).body.data;
}
