import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { searchKnowledgeBases } from '../../features/knowledge-bases/index.ts';
import { listGuides } from '../pages/docs-pages.ts';
import { fillDemo } from './fill-demo.ts';

let server: ServerUnderTest;
beforeEach(async () => {
  server = await startServer();
  // Servers under test start as if the demo had been filled.
  await server.platform.database.sql`DELETE FROM settings WHERE name LIKE 'demo %'`;
});
afterEach(async () => server.close());

async function readWorkspaceId(): Promise<string> {
  const [row] = await server.platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces WHERE name = 'default'`;
  return row?.id ?? '';
}

async function fill(): Promise<void> {
  await fillDemo(server.platform, await readWorkspaceId());
}

/** Everything that the demo creates, with its ids. */
async function listDemo(): Promise<Record<string, { id: string; name: string }[]>> {
  const paths = ['knowledge-bases', 'agents', 'chat-interfaces', 'workflows', 'form-interfaces', 'personas'];
  const lists = await Promise.all(
    paths.map(async (path) => {
      const { status, body } = await call(server, 'GET', `${path === 'personas' ? '/api' : '/api/v1'}/${path}`);
      expect(status, path).toBe(200);
      return [path, body.data.map(({ id, name }: { id: string; name: string }) => ({ id, name }))] as const;
    }),
  );
  return Object.fromEntries(lists);
}

async function listDocuments(): Promise<{ id: string; name: string; status: string; chunk_count: number }[]> {
  const { body: bases } = await call(server, 'GET', '/api/v1/knowledge-bases');
  const { body } = await call(server, 'GET', `/api/v1/knowledge-bases/${bases.data[0].id}/documents?per_page=100`);
  return body.data;
}

async function listAnswers(): Promise<unknown[]> {
  const { body: bases } = await call(server, 'GET', '/api/v1/knowledge-bases');
  const { status, body } = await call(server, 'POST', `/api/v1/knowledge-bases/${bases.data[0].id}/query`, {
    body: { query: 'How do I put the widget on my page?' },
  });
  expect(status).toBe(200);
  return body.data.results;
}

test('the first question waits until every guide is read, and a later start changes nothing', async () => {
  await fill();
  const answers = await listAnswers();
  expect(answers).not.toEqual([]);
  const documents = await listDocuments();
  const guides = await listGuides();
  expect(documents.map(({ name }) => name).toSorted()).toEqual(guides.map(({ name }) => `${name}.md`).toSorted());
  expect(documents.filter(({ status, chunk_count }) => status !== 'ready' || chunk_count === 0)).toEqual([]);
  expect(await listAnswers()).toEqual(answers);
  const before = await listDemo();
  await fill();
  expect(await listDemo()).toEqual(before);
  expect(await listDocuments()).toEqual(documents);
});

test('without the demo, a first start creates only the personas, and so does every later one', async () => {
  const { platform } = server;
  const start = async (hasDemo: boolean) =>
    fillDemo({ ...platform, config: { ...platform.config, hasDemo } }, await readWorkspaceId());
  await start(false);
  await start(true);
  const { personas, ...others } = await listDemo();
  expect(personas).not.toEqual([]);
  expect(others).toEqual({
    'knowledge-bases': [],
    agents: [],
    'chat-interfaces': [],
    workflows: [],
    'form-interfaces': [],
  });
});

test('the start page shows the demo; while it is missing or paused, the console is the start', async () => {
  const start = async () => {
    const { status, headers } = await fetch(server.url, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await start()).toEqual([302, '/console']);
  await fill();
  expect(await start()).toEqual([200, null]);
  const { 'chat-interfaces': chats, 'form-interfaces': forms } = await listDemo();
  await call(server, 'PATCH', `/api/v1/chat-interfaces/${chats?.[0]?.id}`, { body: { status: 'paused' } });
  expect(await start()).toEqual([302, '/console']);
  await call(server, 'PATCH', `/api/v1/chat-interfaces/${chats?.[0]?.id}`, { body: { status: 'active' } });
  expect(await start()).toEqual([200, null]);
  await call(server, 'DELETE', `/api/v1/form-interfaces/${forms?.[0]?.id}`);
  expect(await start()).toEqual([302, '/console']);
});

test('a search of the whole workspace waits for the guides too, unless its caller leaves', async () => {
  await fill();
  const controller = new AbortController();
  const search = async (signal: AbortSignal) =>
    searchKnowledgeBases(server.platform, await readWorkspaceId(), undefined, { query: 'embed the widget' }, signal);
  const left = search(controller.signal);
  const stayed = search(new AbortController().signal);
  controller.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect(await stayed).not.toEqual([]);
  expect((await listDocuments()).filter(({ status }) => status !== 'ready')).toEqual([]);
});

test('a start that was interrupted continues, without a second copy of anything', async () => {
  await fill();
  await listAnswers();
  const [before, documents] = [await listDemo(), await listDocuments()];
  const { sql } = server.platform.database;
  // As if the process had ended after it added the guides, before it recorded that, with one guide missing.
  const missing = documents[0];
  await call(
    server,
    'DELETE',
    `/api/v1/knowledge-bases/${before['knowledge-bases']?.[0]?.id}/documents/${missing?.id}`,
  );
  await sql`DELETE FROM settings WHERE name = ANY(${['demo documents', 'demo documents read']})`;
  await fill();
  await listAnswers();
  expect(await listDemo()).toEqual(before);
  const after = await listDocuments();
  const identify = ({ id, name, status }: { id: string; name: string; status: string }) => `${name} ${id} ${status}`;
  const kept = documents.filter(({ id }) => id !== missing?.id).map(identify);
  expect(after.map(identify)).toEqual(expect.arrayContaining(kept));
  expect(after.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual(
    documents.map(({ name, status }) => `${name} ${status}`).toSorted(),
  );
});

test('processes that start at the same time fill it once', async () => {
  await Promise.all([fill(), fill(), fill()]);
  await listAnswers();
  const counts = Object.entries(await listDemo()).map(([path, all]) => [
    path,
    new Set(all.map(({ name }) => name)).size,
    all.length,
  ]);
  for (const [path, different, all] of counts) expect({ path, all }).toEqual({ path, all: different });
  expect((await listDocuments()).length).toBe((await listGuides()).length);
});

test('a start that ended after a step, before it recorded it, is repeated', async () => {
  const { sql } = server.platform.database;
  for (const step of ['knowledge base', 'agent', 'chat interface', 'workflow', 'form interface']) {
    await sql.unsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the process ends'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON settings FOR EACH ROW WHEN (NEW.name = 'demo ${step}') EXECUTE FUNCTION refuse()`);
    await expect(fill(), step).rejects.toThrow('the process ends');
    await sql`DROP FUNCTION refuse CASCADE`;
  }
  await fill();
  await listAnswers();
  for (const all of Object.values(await listDemo())) expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});
