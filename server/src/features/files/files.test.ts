import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { timeouts } from '../../../../scripts/tests/timeouts.ts';
import { call, eventually } from '../../../test/client.ts';
import { startS3Server, type S3Server } from '../../../test/s3-server/start-s3-server.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { FileLost } from '../../platform/errors.ts';

describe.each(['a folder', 'a bucket'] as const)('files in %s', (home) => {
  let s3: S3Server | undefined;
  let server: ServerUnderTest;
  beforeAll(async () => {
    s3 = home === 'a bucket' ? await startS3Server() : undefined;
    server = await startServer(s3?.environment);
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await server.close();
    await s3?.close();
  });

  const upload = async (bytes: Uint8Array<ArrayBuffer>, name = 'notes.txt') => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const { status, body } = await call(server, 'POST', '/api/v1/files', { form });
    expect(status).toBe(201);
    return body.data as { id: string; download_url: string };
  };
  const pathOf = (url: string): string => url.replace(server.platform.publicUrl, '');
  const download = async (path: string) => fetch(server.url + path);

  test('are downloaded unchanged from their signed address', async () => {
    const bytes = randomBytes(18 * 1024 * 1024);
    const file = await upload(bytes, 'Münze "1".bin');
    const answer = await download(pathOf(file.download_url));
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''M%C3%BCnze%20/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await readdir(server.platform.storage.incoming)).toEqual([]);
  });

  test('are available at that address for exactly 24 hours, and at no other', async () => {
    // Near the real time, because PGlite uses this clock, too, and would wait in a loop for a time weeks ahead.
    const start = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const path = pathOf((await upload(Buffer.from('secret'))).download_url);
    const expires = start / 1000 + 86_400;
    expect(path).toContain(`expires=${expires}`);
    vi.setSystemTime(expires * 1000);
    expect((await download(path)).status).toBe(200);
    vi.setSystemTime(expires * 1000 + 1000);
    expect((await download(path)).status).toBe(404);
    vi.setSystemTime(start);
    for (const forged of [
      path.replace(`expires=${expires}`, `expires=${expires + 13_599}`),
      path.replace(/.$/, ''),
      path.split('&')[0] ?? '',
    ]) {
      expect((await download(forged)).status).toBe(404);
    }
  });

  test('are deleted with their bytes', async () => {
    const file = await upload(Buffer.from('to be deleted'));
    const [row] = await server.platform.database.sql`SELECT storage_key FROM files WHERE id = ${file.id}`;
    expect((await call(server, 'DELETE', `/api/v1/files/${file.id}`)).status).toBe(200);
    expect((await download(pathOf(file.download_url))).status).toBe(404);
    await expect(server.platform.storage.open(String(row?.['storage_key']))).rejects.toBeInstanceOf(FileLost);
  });

  test('without bytes return an error envelope, not a truncated download', async () => {
    const file = await upload(Buffer.from('lost'));
    const [row] = await server.platform.database.sql`SELECT storage_key FROM files WHERE id = ${file.id}`;
    await server.platform.storage.remove(String(row?.['storage_key']));
    const answer = await download(pathOf(file.download_url));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'resource_not_found' } });
  });

  test.each([
    ['fewer', 60_000],
    ['no', 0],
    ['more', 180_000],
  ])('of which the storage has %s bytes end the download with an error', async (_, length) => {
    const file = await upload(randomBytes(120_000));
    const [row] = await server.platform.database.sql`SELECT storage_key FROM files WHERE id = ${file.id}`;
    const key = String(row?.['storage_key']);
    await server.platform.storage.putBack(key, Readable.from([randomBytes(length)]));
    const logged = vi.spyOn(server.platform.log, 'error');
    const read = download(pathOf(file.download_url)).then(async (answer) => answer.arrayBuffer());
    await expect(read).rejects.toThrow(/terminated|fetch failed/);
    await eventually(async () => logged.mock.calls[0]);
    expect(logged.mock.calls).toMatchObject([[{ err: { message: expect.stringContaining(key) } }, 'request failed']]);
    logged.mockRestore();
  });

  test('may be read partly: a client that disconnects is not an error', async () => {
    const file = await upload(randomBytes(18 * 1024 * 1024));
    const logged = vi.spyOn(server.platform.log, 'error');
    const answer = await download(pathOf(file.download_url));
    await answer.body?.cancel();
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    expect(logged.mock.calls).toEqual([]);
    logged.mockRestore();
  });

  test.runIf(home === 'a bucket')('that break off in the middle are logged with the reason', async () => {
    const file = await upload(randomBytes(2 * 1024 * 1024));
    const logged = vi.spyOn(server.platform.log, 'error');
    s3?.failNext(1, 'cut in the body');
    const answer = await download(pathOf(file.download_url));
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    await eventually(async () => logged.mock.calls[0]);
    expect(logged.mock.calls).toMatchObject([[{ err: { code: 'ECONNRESET' } }, 'request failed']]);
    logged.mockRestore();
  });

  test('are read for a knowledge base, without leaving temporary files', async () => {
    const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Manuals' } });
    const path = `/api/v1/knowledge-bases/${body.data.id}/documents`;
    const form = new FormData();
    form.append('file', new Blob(['# Coffee\n\nDescale the machine once a month.\n'.repeat(7_000)]), 'coffee.md');
    const added = await call(server, 'POST', path, { form });
    const document = await eventually(async () => {
      const { data } = (await call(server, 'GET', `${path}/${added.body.data.id}`)).body;
      return data.status === 'ready' || data.status === 'failed' ? data : undefined;
    }, timeouts.testTimeout);
    expect(document).toMatchObject({ status: 'ready', error: null });
    expect(await readdir(server.platform.storage.incoming)).toEqual([]);
  });

  test.runIf(home === 'a bucket')(
    'are refused with 503 while the bucket is away, and nothing is recorded',
    async () => {
      const { sql } = server.platform.database;
      const [before] = await sql`SELECT count(*)::int AS files FROM files`;
      s3?.failNext(1000, 'error');
      const form = new FormData();
      form.append('file', new Blob(['too early']), 'notes.txt');
      const refused = await call(server, 'POST', '/api/v1/files', { form });
      s3?.failNext(0, 'error');
      expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
      expect(refused.headers.get('retry-after')).toBe('5');
      const [after] = await sql`SELECT count(*)::int AS files FROM files`;
      expect(after).toEqual(before);
      const file = await upload(Buffer.from('kept'));
      const { body: base } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Away' } });
      const documents = `/api/v1/knowledge-bases/${base.data.id}/documents`;
      const { body: document } = await call(server, 'POST', documents, { body: { name: 'a.md', text: 'Apples.' } });
      const { body: other } = await call(server, 'POST', documents, { body: { name: 'b.md', text: 'Pears.' } });
      expect(other.data.id).toBeTypeOf('string');
      for (const path of [`/api/v1/files/${file.id}`, `${documents}/${document.data.id}`]) {
        s3?.failNext(1000, 'error');
        expect((await call(server, 'DELETE', path)).status, path).toBe(503);
        s3?.failNext(0, 'error');
        expect((await call(server, 'DELETE', path)).status, path).toBe(200);
      }
      // Nothing can bring a deleted knowledge base back, so its bytes are removed later.
      s3?.failNext(1000, 'error');
      expect((await call(server, 'DELETE', `/api/v1/knowledge-bases/${base.data.id}`)).status).toBe(200);
      s3?.failNext(0, 'error');
      const left = await sql<{ key: string }[]>`SELECT key FROM files_to_remove`;
      expect(left.map(({ key }) => `files/${key}`)).toEqual([[...(s3?.objects.keys() ?? [])].at(-1)]);
      // The upload is removed after the response.
      await eventually(async () => ((await readdir(server.platform.storage.incoming)).length === 0 ? true : undefined));
    },
  );
});
