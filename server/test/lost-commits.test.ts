import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { keepFile } from '../src/features/files/index.ts';
import { addTexts } from '../src/features/knowledge-bases/index.ts';
import { call, eventually } from './client.ts';
import { createBase, createSource, settle } from './crawls.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';
import { makePage, startWebSite, type WebSite } from './web-site.ts';

let server: ServerUnderTest;
let site: WebSite;
beforeAll(async () => {
  site = await startWebSite({ '/': makePage('Owls') });
  server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await site.close();
});
afterEach(() => void vi.restoreAllMocks());

/** Loses the answer to the commit that names the first stored bytes; returns the keys of rows whose bytes are removed. */
function loseCommit() {
  const { database, storage } = server.platform;
  const named: string[] = [];
  let state: 'waiting' | 'stored' | 'lost' = 'waiting';
  const { transaction } = database;
  const { keepBytes, keepFile: keepPath } = storage;
  let stored = '';
  const note = (key: string): string => {
    if (state === 'waiting') [state, stored] = ['stored', key];
    return key;
  };
  const isNamed = async (key: string): Promise<boolean> => {
    const rows = await database.sql`
      SELECT 1 FROM documents WHERE storage_key = ${key}
      UNION ALL SELECT 1 FROM files WHERE storage_key = ${key}`;
    return rows.length > 0;
  };
  vi.spyOn(storage, 'keepBytes').mockImplementation(async (bytes, key) => note(await keepBytes(bytes, key)));
  vi.spyOn(storage, 'keepFile').mockImplementation(async (path, key) => note(await keepPath(path, key)));
  // Background work commits, too: another document is processed, or a sweep runs.
  vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
    const mayName = state === 'stored';
    const result = await transaction(work);
    if (!mayName || state !== 'stored' || !(await isNamed(stored))) return result;
    state = 'lost';
    throw Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' });
  });
  const { remove } = storage;
  vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
    if (await isNamed(key)) named.push(key);
    await remove(key);
  });
  return { named, isLost: () => state === 'lost' };
}

/** The status of a document that is no longer being read. */
const settled = async (base: string, id: string): Promise<string> =>
  eventually(async () => {
    const { status } = (await call(server, 'GET', `${base}/documents/${id}`)).body.data;
    return status === 'ready' || status === 'failed' ? status : undefined;
  });

test('a document that was replaced keeps its bytes if the answer to the commit is lost', async () => {
  const base = await createBase(server);
  const body = { name: 'herons.md', text: 'Herons nest in April.' };
  const { id } = (await call(server, 'POST', `${base}/documents`, { body })).body.data;
  await settled(base, id);
  const lost = loseCommit();
  const text = 'Cranes dance in spring.';
  const answer = await call(server, 'PUT', `${base}/documents/${id}`, { body: { ...body, text } });
  expect(answer.status).toBe(503);
  expect(lost.isLost()).toBe(true);
  expect(await settled(base, id)).toBe('ready');
  expect(lost.named).toEqual([]);
});

test('a crawled page keeps its bytes if the answer to the commit is lost', async () => {
  const base = await createBase(server);
  const lost = loseCommit();
  const source = await createSource(server, { type: 'website', url: `${site.url}/` }, base);
  await settle(server, source);
  expect(lost.isLost()).toBe(true);
  expect(lost.named).toEqual([]);
});

test('a file keeps its bytes if the answer to the commit is lost', async () => {
  const { platform } = server;
  const [key] = await platform.database.sql<{ workspace_id: string }[]>`SELECT workspace_id FROM api_keys LIMIT 1`;
  const lost = loseCommit();
  const path = join(platform.storage.incoming, 'notes');
  await writeFile(path, 'milk');
  const file = { workspaceId: key?.workspace_id ?? '', owner: 'api', path, fileName: 'notes.txt', size: 4 };
  const kept = keepFile(platform, { ...file, sha256: Buffer.alloc(32), mimeType: 'text/plain' });
  await expect(kept).rejects.toThrow('the connection was lost');
  expect(lost.isLost()).toBe(true);
  expect(lost.named).toEqual([]);
});

test('texts that are refused together leave no bytes', async () => {
  const { platform } = server;
  const base = await createBase(server);
  const id = base.split('/').at(-1) ?? '';
  const [row] = await platform.database.sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM knowledge_bases WHERE id = ${id}`;
  const left = new Set<string>();
  const { keepBytes, remove } = platform.storage;
  vi.spyOn(platform.storage, 'keepBytes').mockImplementation(async (bytes, key) => {
    await keepBytes(bytes, key);
    left.add(key);
    return key;
  });
  vi.spyOn(platform.storage, 'remove').mockImplementation(async (key) => {
    left.delete(key);
    await remove(key);
  });
  vi.spyOn(platform.queue, 'enqueue').mockRejectedValue(new Error('refused'));
  const texts = ['Owls hunt at night.', 'Herons nest in April.'].map((text, at) => ({ name: `${at}.md`, text }));
  await expect(addTexts(platform, row?.workspace_id ?? '', id, texts)).rejects.toThrow('refused');
  expect(left.size).toBe(0);
});
