import type { Source } from '@portico/shared-types';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { createSource, settle, type SourceUnderTest } from '../../../test/crawls.ts';
import { startWithSite } from '../../../test/start-with-site.ts';
import { makePage } from '../../../test/web-site.ts';
import { createKnowledgeBase } from '../knowledge-bases/index.ts';
import { insertSource } from './sources.sql.ts';

const { server, site } = await startWithSite();
let herons: SourceUnderTest;
let cod: SourceUnderTest;
let gone: SourceUnderTest;

beforeAll(async () => {
  site.pages.set('/herons', makePage('Herons'));
  site.pages.set('/cod', makePage('Cod'));
  herons = await createSource(server, { type: 'urls', urls: [`${site.url}/herons`] });
  cod = await createSource(server, { type: 'urls', urls: [`${site.url}/cod`] });
  // Nothing listens there.
  gone = await createSource(server, { type: 'website', url: 'http://127.0.0.1:1/gone' }, cod.base);
  for (const source of [herons, cod, gone]) await settle(server, source);
});

const baseOf = ({ base }: SourceUnderTest) => base.slice(base.lastIndexOf('/') + 1);

async function idsOf(path: string): Promise<string[]> {
  const { status, body } = await call(server, 'GET', `/api/v1/${path}`);
  expect(body.error ?? status).toBe(200);
  expect(body.pagination.total_count).toBe(body.data.length);
  return body.data.map(({ id }: Source) => id);
}

it('the sources of all knowledge bases are listed and searched together, newest first', async () => {
  expect(await idsOf('sources?search=127.0.0.1')).toEqual([gone.id, cod.id, herons.id]);
  expect(await idsOf('sources?search=/HERONS')).toEqual([herons.id]);
  expect(await idsOf(`sources?search=${cod.id}`)).toEqual([cod.id]);
  const { body } = await call(server, 'GET', `/api/v1/sources?search=${gone.id}`);
  expect(body.data).toEqual([(await call(server, 'GET', gone.path)).body.data]);
  expect(body.data[0]).toMatchObject({ knowledge_base_id: baseOf(cod), status: 'failed' });
});

it('both lists can be limited to one state, and the list of all to one knowledge base', async () => {
  expect(await idsOf('sources?status=failed')).toEqual([gone.id]);
  expect(await idsOf('sources?status=syncing')).toEqual([]);
  expect(await idsOf(`sources?knowledge_base_id=${baseOf(cod)}`)).toEqual([gone.id, cod.id]);
  expect(await idsOf(`sources?knowledge_base_id=${baseOf(cod)}&status=idle`)).toEqual([cod.id]);
  expect(await idsOf('sources?knowledge_base_id=kb_unknown')).toEqual([]);
  expect(await idsOf(`knowledge-bases/${baseOf(cod)}/sources?status=failed`)).toEqual([gone.id]);
  expect((await call(server, 'GET', '/api/v1/sources?status=broken')).status).toBe(400);
});

it('the list needs the scope', async () => {
  const { body } = await call(server, 'POST', '/api/v1/api-keys', {
    body: { name: 'Agents', scopes: ['agents:read'] },
  });
  expect((await call(server, 'GET', '/api/v1/sources', { key: body.data.key })).status).toBe(403);
});

it('another workspace’s sources are not listed', async () => {
  const { platform } = server;
  await platform.database.sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
  const base = await createKnowledgeBase(platform, 'ws_other', { name: 'Theirs', description: '', chunk_size: 512 });
  await platform.database.transaction(async (tx) =>
    insertSource(tx, {
      id: 'src_theirs',
      workspaceId: 'ws_other',
      knowledgeBaseId: base.id,
      type: 'urls',
      url: null,
      urls: ['https://theirs.example/'],
      include: [],
      exclude: [],
      max_pages: 1,
      max_depth: 0,
      css_include: null,
      css_exclude: null,
      respect_robots: true,
      refresh: 'never',
      headers: null,
      next_run_at: null,
    }),
  );
  expect(await idsOf('sources?search=theirs.example')).toEqual([]);
  expect(await idsOf('sources?search=src_theirs')).toEqual([]);
  expect(await idsOf(`sources?knowledge_base_id=${base.id}`)).toEqual([]);
});
