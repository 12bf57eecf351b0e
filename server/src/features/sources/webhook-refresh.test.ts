import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { createSource, lastRun, listChanges, listStates, search, settle } from '../../../test/crawls.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage } from '../../../test/web-site.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';

const { server, site } = await startWithSite();

const { save, reached } = workflowRuns(() => server);

test('a webhook trigger refreshes a source: failed pages keep their version, missing ones are removed the second time, changes are listed', async () => {
  const paths = ['/news', '/prices', '/staff', '/terms'];
  const serve = (path: string, text: string): unknown =>
    site.pages.set(path, makePage(path, paths, { body: `<p>${text}</p>` }));
  serve('/', 'The workshop is open on weekdays.');
  serve('/news', 'A new lathe has come.');
  serve('/prices', 'An hour costs twelve crowns.');
  serve('/staff', 'Ingrid repairs the clocks.');
  serve('/terms', 'Clocks are kept for a year.');
  const source = await createSource(server, { type: 'website', url: `${site.url}/` });
  await settle(server, source);

  // The hook that the site's editor calls after publishing; it can't do anything else.
  const key = await call(server, 'POST', '/api/v1/api-keys', {
    body: { name: 'Refresh', scopes: ['knowledge-bases:write'] },
  });
  const refresh = {
    id: 'refresh',
    type: 'http_request',
    config: { method: 'POST', url: `${server.url}${source.path}/sync`, headers: { 'X-API-Key': key.body.data.key } },
  };
  const workflow_id = await save({ nodes: [refresh], outputs: { run: '{{ nodes.refresh.outputs.body.data.id }}' } });
  const trigger = await call(server, 'POST', '/api/v1/triggers', {
    body: { name: 'Site was published', workflow_id, type: 'webhook' },
  });
  const { url, secret } = trigger.body.data.webhook;
  const hook = new URL(url).pathname;
  const fire = async () => {
    const { status, body } = await call(server, 'POST', hook, { key: null, headers: { 'X-Portico-Token': secret } });
    expect(status).toBe(202);
    const execution = await reached(body.data.execution_id);
    await settle(server, source);
    const run = await lastRun(server, source);
    expect(execution).toMatchObject({ status: 'completed', outputs: { run: run.id } });
    return run;
  };

  expect((await call(server, 'POST', hook, { key: null, headers: { 'X-Portico-Token': 'wrong' } })).status).toBe(401);
  serve('/prices', 'An hour costs fourteen crowns.');
  site.pages.set('/staff', { status: 500, body: 'Oh no' });
  site.pages.delete('/terms');
  const second = await fire();
  expect(second).toMatchObject({ status: 'completed', counts: { changed: 1, failed: 2, removed: 0 } });
  const changesOf = async (run: { id: string }) =>
    (await listChanges(server, source, run)).map(({ url: page, change, reason }: Record<string, string>) =>
      [page?.replace(site.url, ''), change, reason].join(' ').trim(),
    );
  expect((await changesOf(second)).toSorted()).toEqual([
    '/prices changed',
    '/staff failed HTTP 500',
    '/terms failed HTTP 404',
  ]);
  const states = await listStates(server, source, site);
  expect(states).toMatchObject({ '/staff': 'failed: HTTP 500', '/terms': 'failed: HTTP 404', '/news': 'unchanged' });
  const found = async (query: string) => (await search(server, source.base, query)).join('\n');
  expect(await found('What does an hour cost?')).toContain('fourteen crowns');
  expect(await found('Who repairs the clocks?')).toContain('Ingrid');
  expect(await found('How long are clocks kept?')).toContain('for a year');

  serve('/staff', 'Ingrid and Olaf repair the clocks.');
  const third = await fire();
  expect((await changesOf(third)).toSorted()).toEqual(['/staff changed', '/terms removed HTTP 404']);
  expect(await found('Who repairs the clocks?')).toContain('Olaf');
  expect(await found('How long are clocks kept?')).not.toContain('for a year');
  expect(await listStates(server, source, site)).not.toHaveProperty('/terms');
});
