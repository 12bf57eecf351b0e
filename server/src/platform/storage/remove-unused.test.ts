import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../../test/client.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { startS3Server, type S3Server } from '../../../test/s3-server/start-s3-server.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { keepFile } from '../../features/files/index.ts';
import { removeLeftFiles, removeUnused } from './index.ts';

let s3: S3Server;
let server: ServerUnderTest;
beforeAll(async () => {
  s3 = await startS3Server();
  server = await startServer(s3.environment);
});
afterAll(async () => {
  await server.close();
  await s3.close();
});

test('files of a deleted knowledge base that the storage refused to remove are removed later', async () => {
  const { sql } = server.platform.database;
  const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Guides' } })).body.data.id;
  const path = `/api/v1/knowledge-bases/${base}`;
  for (let number = 1; number <= 20; number += 1) {
    const body = { name: `Guide ${number}`, text: `Guide ${number} has a text.` };
    expect((await call(server, 'POST', `${path}/documents`, { body })).status).toBe(201);
  }
  await expect.poll(async () => (await sql`SELECT 1 FROM documents WHERE status <> 'ready'`).length).toBe(0);
  const before = s3.objects.size;
  expect(before).toBeGreaterThanOrEqual(20);

  s3.failNext(1_000, 'error');
  expect((await call(server, 'DELETE', path)).status).toBe(200);
  expect(s3.objects.size).toBe(before);
  s3.failNext(0, 'error');
  await removeLeftFiles(server.platform);
  // Not yet: the process that deletes something is given some time.
  expect(s3.objects.size).toBe(before);

  await sql`UPDATE files_to_remove SET due_at = now()`;
  s3.failNext(1_000, 'error');
  await removeLeftFiles(server.platform);
  expect(s3.objects.size).toBe(before);
  s3.failNext(0, 'error');
  await sql`UPDATE files_to_remove SET due_at = now()`;
  await removeLeftFiles(server.platform);
  expect(s3.objects.size).toBe(0);
  expect(await sql`SELECT 1 FROM files_to_remove`).toEqual([]);
});

test.each<[string, boolean]>([
  ['a knowledge base', false],
  ['a source', true],
])(
  'files of %s are removed later although its process died when it had deleted their documents',
  async (_, ofSource) => {
    const { database, storage } = server.platform;
    const { sql } = database;
    const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Guides' } })).body.data.id;
    const body = { name: 'Guide', text: 'A guide.' };
    expect((await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { body })).status).toBe(201);
    await expect.poll(async () => (await sql`SELECT 1 FROM documents WHERE status <> 'ready'`).length).toBe(0);
    expect(s3.objects.size).toBe(1);
    let path = `/api/v1/knowledge-bases/${base}`;
    if (ofSource) {
      const source = { type: 'urls', urls: ['http://nowhere.invalid/'] };
      const { id } = (await call(server, 'POST', `${path}/sources`, { body: source })).body.data;
      await sql`UPDATE documents SET source_id = ${id}`;
      path = `${path}/sources/${id}`;
    }

    const removing = vi.spyOn(storage, 'remove').mockRejectedValue(new Error('died'));
    const restore = interceptQueries(database, (text, run) =>
      text.includes('INSERT INTO files_to_remove') ? Promise.reject(new Error('died')) : run(),
    );
    try {
      expect((await call(server, 'DELETE', path)).status).toBe(200);
      await expect.poll(async () => sql`SELECT 1 FROM documents`).toEqual([]);
    } finally {
      restore();
      removing.mockRestore();
    }
    await sql`UPDATE files_to_remove SET due_at = now()`;
    await removeLeftFiles(server.platform);
    expect(s3.objects.size).toBe(0);
  },
);

test('nothing is recorded for what was removed', async () => {
  const { storage, database, log } = server.platform;
  const keys = await Promise.all(
    Array.from({ length: 30 }, async () => storage.keepBytes(Buffer.from('x'), randomUUID())),
  );
  await removeUnused({ database, storage, log }, [...keys, null]);
  expect(s3.objects.size).toBe(0);
  expect(await database.sql`SELECT 1 FROM files_to_remove`).toEqual([]);
});

test('a file that the storage has kept although its response was lost is removed later', async () => {
  const { sql } = server.platform.database;
  const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Lost' } })).body.data.id;
  const before = [...s3.objects.keys()];
  s3.failNext(1_000, 'lost');
  const body = { name: 'Guide', text: 'A guide.' };
  expect((await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { body })).status).toBe(503);
  s3.failNext(0, 'lost');
  expect(s3.objects.size).toBe(before.length + 1);
  await sql`UPDATE files_to_remove SET due_at = now()`;
  await removeLeftFiles(server.platform);
  expect([...s3.objects.keys()]).toEqual(before);
});

test.each([
  ['the server died before the commit', false],
  ['the answer to the commit was lost', true],
])('a stored file is kept only if its row was committed, when %s', async (_, isCommitted) => {
  const { database } = server.platform;
  const { sql, transaction } = database;
  const before = s3.objects.size;
  const losing = vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
    if (s3.objects.size === before) return transaction(work);
    const lost = Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' });
    await transaction(async (tx) => {
      await work(tx);
      if (!isCommitted) throw lost;
    });
    throw lost;
  });
  try {
    await expect(keepText(server)).rejects.toThrow('the connection was lost');
  } finally {
    losing.mockRestore();
  }
  expect(s3.objects.size).toBe(before + 1);
  await sql`UPDATE files_to_remove SET due_at = now()`;
  await removeLeftFiles(server.platform);
  expect(s3.objects.size).toBe(isCommitted ? before + 1 : before);
  expect(await sql`SELECT 1 FROM files_to_remove`).toEqual([]);
});

test('a file whose upload took until a sweep has removed its bytes is refused', async () => {
  const { database, storage } = server.platform;
  const { sql } = database;
  const before = s3.objects.size;
  const { keepBytes } = storage;
  const slow = vi.spyOn(storage, 'keepBytes').mockImplementation(async (bytes, key) => {
    const kept = await keepBytes(bytes, key);
    await sql`UPDATE files_to_remove SET due_at = now()`;
    await removeLeftFiles(server.platform);
    return kept;
  });
  try {
    await expect(keepText(server)).rejects.toMatchObject({ code: 'service_unavailable' });
  } finally {
    slow.mockRestore();
  }
  expect(s3.objects.size).toBe(before);
  expect(await sql`SELECT 1 FROM files_to_remove`).toEqual([]);
});

async function keepText({ platform }: ServerUnderTest): Promise<unknown> {
  const [row] = await platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces LIMIT 1`;
  const file = { workspaceId: row?.id ?? '', owner: 'api', fileName: 'notes.txt', mimeType: 'text/plain' };
  return keepFile(platform, { ...file, bytes: Buffer.from('milk'), size: 4, sha256: Buffer.alloc(32) });
}
