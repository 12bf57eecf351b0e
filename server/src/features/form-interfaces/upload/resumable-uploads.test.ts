import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';
import { sweepResumableUploads } from './resumable-uploads.ts';
import { UploadLocker } from './upload-locker.ts';
import { sweepUploads } from './uploads.service.ts';

let server: ServerUnderTest;
const clock = useClock();
let workflowId: string;
const workflows = workflowRuns(() => server);
beforeAll(async () => {
  server = await startServer();
  workflowId = await workflows.save({ nodes: [text('say', 'ok')], outputs: { output: '{{ inputs.content }}' } });
});
afterAll(async () => server.close());

async function createForm(settings: Record<string, unknown> = {}): Promise<{ id: string; base: string }> {
  const body = {
    title: 'Ask us',
    target_type: 'workflow',
    workflow_id: workflowId,
    allow_file_upload: true,
    ...settings,
  };
  const { data } = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body;
  return { id: data.id, base: `/api/public/form-interfaces/${data.slug}` };
}

const send = async (method: string, path: string, headers: Record<string, string> = {}, body: string | null = null) =>
  fetch(server.url + path, { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, body });
const encode = (value: string) => Buffer.from(value).toString('base64');
const begin = async (form: { base: string }, length: number, name = 'notes.txt', more: Record<string, string> = {}) =>
  send('POST', `${form.base}/uploads`, {
    'Upload-Length': String(length),
    'Upload-Metadata': Object.entries({ filename: name, filetype: 'text/plain', ...more })
      .map(([key, value]) => `${key} ${encode(value)}`)
      .join(','),
  });
const append = async (path: string, offset: number, body: string) =>
  send('PATCH', path, { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }, body);
/** What the store has, of one upload. */
const storedOf = async (path: string): Promise<string[]> => {
  const names = await readdir(join(server.platform.config.dataDir, 'uploads'));
  return names.filter((name) => name.startsWith(idOf(path))).toSorted();
};
const idOf = (path: string): string => path.split('/').at(-1) ?? '';
const pathOf = (answer: Response): string => new URL(answer.headers.get('location') ?? '', server.url).pathname;
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; details: { fields: { path: string }[] } } }).error;
const submit = async (form: { base: string }, body: unknown) =>
  call(server, 'POST', `${form.base}/submissions`, { key: null, body });

describe('an upload by tus 1.0', () => {
  test('continues where it was interrupted, and its last response names the file, also when repeated', async () => {
    const form = await createForm();
    const created = await begin(form, 19, '../Notes ü.txt', { sessionId: 's'.repeat(16) });
    expect(created.status).toBe(201);
    expect(created.headers.get('x-ratelimit-limit')).toBe('20');
    const path = pathOf(created);
    expect((await append(path, 0, 'Remember ')).headers.get('upload-offset')).toBe('9');
    const looked = await send('HEAD', path);
    expect([looked.status, looked.headers.get('upload-offset'), looked.headers.get('upload-length')]).toEqual([
      200,
      '9',
      '19',
    ]);
    expect((await append(path, 3, 'wrong')).status).toBe(409);
    const finished = await append(path, 9, 'the milk!\n');
    const fileRef = finished.headers.get('portico-file-ref') ?? '';
    expect([finished.status, finished.headers.get('upload-offset')]).toEqual([204, '19']);
    expect(fileRef).toMatch(/^fref_[\w-]{43}$/);
    const again = await send('HEAD', path);
    expect([again.status, again.headers.get('upload-offset'), again.headers.get('portico-file-ref')]).toEqual([
      200,
      '19',
      fileRef,
    ]);
    expect((await append(path, 19, 'more')).status).toBe(409);
    const submission = await submit(form, { files: [fileRef], sessionId: 's'.repeat(16) });
    expect(submission.body.data.files).toMatchObject([
      { fileName: 'Notes ü.txt', fileSize: 19, mimeType: 'text/plain' },
    ]);
    expect((await submit(form, { files: [fileRef], sessionId: 't'.repeat(16) })).status).toBe(400);
  });

  test('has the checks of a plain upload, in the same envelope', async () => {
    const form = await createForm({ max_file_size_mb: 0.001, allowed_file_types: ['text/plain'] });
    const large = await begin(form, 1049);
    expect([large.status, (await errorOf(large)).code]).toEqual([400, 'validation_error']);
    const session = await begin(form, 4, 'a.txt', { sessionId: 'short' });
    expect([session.status, (await errorOf(session)).details.fields[0]?.path]).toEqual([400, 'body.sessionId']);
    const wrong = pathOf(await begin(form, 7, 'page.html'));
    const refused = await append(wrong, 0, '<html/>');
    expect([refused.status, (await errorOf(refused)).details.fields[0]?.path]).toEqual([400, 'body.file']);
    expect((await send('HEAD', wrong)).status).toBe(404);
    const more = pathOf(await begin(form, 3));
    expect((await append(more, 0, 'four')).status).toBe(400);
    expect(await server.platform.database.sql`SELECT 1 FROM files WHERE owner = ${form.id}`).toHaveLength(0);
    const closed = await createForm({ allow_file_upload: false });
    expect((await begin(closed, 4)).status).toBe(400);
  });

  test('reports what is wrong with a request in the same envelope, and what only tus knows with its status', async () => {
    const form = await createForm();
    const uploads = `${form.base}/uploads`;
    const path = pathOf(await begin(form, 4));
    const type = { 'Content-Type': 'application/offset+octet-stream' };
    const fieldOf = async (answer: Response) => {
      expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([400, '1.0.0']);
      return (await errorOf(answer)).details.fields[0]?.path;
    };
    expect(await fieldOf(await send('POST', uploads))).toBe('headers.upload-length');
    expect(await fieldOf(await send('POST', uploads, { 'Upload-Length': '-1' }))).toBe('headers.upload-length');
    expect(await fieldOf(await send('POST', uploads, { 'Upload-Length': '4', 'Upload-Concat': 'partial' }))).toBe(
      'headers.upload-concat',
    );
    expect(await fieldOf(await send('PATCH', path, type, 'text'))).toBe('headers.upload-offset');
    expect(await fieldOf(await send('PATCH', path, { 'Upload-Offset': '0' }, 'text'))).toBe('headers.content-type');
    const more = await append(path, 0, 'longer');
    expect(await fieldOf(more)).toBe('body');
    const conflict = await append(path, 2, 'xt');
    expect([conflict.status, await conflict.text()]).toEqual([409, '']);
    for (const version of ['', '0.2.2']) {
      const other = await send('PATCH', path, { ...type, 'Upload-Offset': '0', 'Tus-Resumable': version }, 'text');
      expect([other.status, other.headers.get('tus-version'), await other.text()]).toEqual([412, '1.0.0', '']);
    }
    const missing = await send('HEAD', `${path}0`);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const got = await send('GET', path);
    expect([got.status, got.headers.get('allow'), (await errorOf(got)).code]).toEqual([
      404,
      'HEAD, PATCH, DELETE',
      'resource_not_found',
    ]);
    expect((await send('PUT', uploads)).headers.get('allow')).toBe('POST');
    expect((await append(path, 0, 'text')).headers.get('portico-file-ref')).toMatch(/^fref_/);
  });

  test('accepts the method in a header, for clients that can send POST only', async () => {
    const form = await createForm();
    const path = pathOf(await begin(form, 4));
    const as = (method: string) => ({ 'X-HTTP-Method-Override': method });
    const type = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
    const part = await send('POST', path, { ...type, ...as('PATCH') }, 'te');
    expect([part.status, part.headers.get('upload-offset')]).toEqual([204, '2']);
    // Other methods are what they are.
    expect((await send('HEAD', path, as('DELETE'))).headers.get('upload-offset')).toBe('2');
    expect((await send('POST', path, as('DELETE'))).status).toBe(204);
    expect((await send('HEAD', path)).status).toBe(404);
    const preflight = await send('OPTIONS', path, { Origin: 'https://site.example' });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-HTTP-Method-Override');
  });

  test('does not tell a visitor what failed on the disk', async () => {
    const form = await createForm();
    const directory = join(server.platform.config.dataDir, 'uploads');
    await rm(directory, { recursive: true, force: true });
    await writeFile(directory, '');
    onTestFinished(async () => {
      await rm(directory);
      await mkdir(directory);
    });
    const failed = await begin(form, 4);
    expect([failed.status, (await errorOf(failed)).code]).toEqual([503, 'service_unavailable']);
  });

  test('logs what failed on the disk with a stack', async () => {
    const path = pathOf(await begin(await createForm(), 4));
    const file = join(server.platform.config.dataDir, 'uploads', path.split('/').at(-1) ?? '');
    // A socket can't be opened for writing, not even by root.
    const socket = join(server.platform.config.dataDir, 'socket');
    const listener = createServer();
    await new Promise<void>((resolve) => {
      listener.listen(socket, resolve);
    });
    await rm(file);
    await symlink(socket, file);
    const logged = vi.spyOn(server.platform.log, 'error');
    onTestFinished(async () => {
      logged.mockRestore();
      await rm(file);
      listener.close();
    });
    expect((await append(path, 0, 'text')).status).toBe(500);
    expect(logged.mock.calls).toEqual([[{ err: expect.any(Error), code: 'internal_error' }, 'request failed']]);
  });

  describe('while another request writes it', () => {
    /** An upload with two of its four bytes, and its locker. */
    async function beginLocked() {
      const newLock = vi.spyOn(UploadLocker.prototype, 'newLock');
      const path = pathOf(await begin(await createForm(), 4));
      expect((await append(path, 0, 'te')).status).toBe(204);
      const locker = newLock.mock.contexts[0] as UploadLocker;
      const lock = locker.newLock(path.split('/').at(-1) ?? '');
      const requestRelease = vi.fn();
      await lock.lock(new AbortController().signal, requestRelease);
      return { path, locker, lock, requestRelease };
    }

    test('may be tried again', async () => {
      const { path, locker, lock } = await beginLocked();
      const { timeoutMs } = locker;
      locker.timeoutMs = 1;
      const refused = await append(path, 2, 'xt');
      locker.timeoutMs = timeoutMs;
      expect([refused.status, await errorOf(refused)]).toMatchObject([
        503,
        { code: 'service_unavailable', details: { reason: 'unavailable' } },
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await lock.unlock();
      expect((await append(path, 2, 'xt')).headers.get('portico-file-ref')).toMatch(/^fref_/);
    });

    test('is found as soon as that request has finished it', async () => {
      const { path, locker, lock, requestRelease } = await beginLocked();
      const waiting = send('HEAD', path);
      await vi.waitFor(() => expect(requestRelease).toHaveBeenCalled());
      // Instead of the holder, which is the test.
      vi.mocked(locker.newLock).mockReturnValueOnce({ lock: async () => {}, unlock: async () => {} });
      const fileRef = (await append(path, 2, 'xt')).headers.get('portico-file-ref');
      await lock.unlock();
      const { status, headers } = await waiting;
      expect([status, headers.get('portico-file-ref')]).toEqual([200, fileRef]);
    });

    test('waits without polling', async () => {
      const { path, lock, requestRelease } = await beginLocked();
      const waiting = [send('HEAD', path), send('HEAD', path)];
      await vi.waitFor(() => expect(requestRelease.mock.calls.length).toBeGreaterThanOrEqual(2));
      // Polling would ask the holder again in every turn of the event loop; each of these requests takes several.
      for (let at = 0; at < 5; at += 1) await send('HEAD', `${path}0`);
      expect(requestRelease).toHaveBeenCalledTimes(2);
      await lock.unlock();
      const offsets = (await Promise.all(waiting)).map(({ headers }) => headers.get('upload-offset'));
      expect(offsets).toEqual(['2', '2']);
    });
  });

  test('belongs to its form and is accessible from its allowed origins', async () => {
    const form = await createForm({ allowed_origins: ['https://site.example'] });
    const other = await createForm();
    const path = pathOf(await begin(form, 4));
    expect((await send('HEAD', path.replace(form.base, other.base))).status).toBe(404);
    expect((await append(path.replace(form.base, other.base), 0, 'text')).status).toBe(404);
    const from = async (origin: string, method: string) => send(method, path, { Origin: origin });
    const evil = await from('https://evil.example', 'HEAD');
    expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([404, null]);
    const fine = await from('https://site.example', 'HEAD');
    expect([fine.status, fine.headers.get('access-control-allow-origin')]).toEqual([200, 'https://site.example']);
    expect(fine.headers.get('access-control-expose-headers')).toContain('Portico-File-Ref');
    const preflight = await from('https://site.example', 'OPTIONS');
    expect([preflight.status, preflight.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('HEAD', path)).status).toBe(404);
  });

  test('is addressed by its exact id, in the path', async () => {
    const form = await createForm();
    const path = pathOf(await begin(form, 4));
    const id = idOf(path);
    const unknown = [
      `${path}.json`,
      `${path}%2Ejson`,
      `${path}0`,
      path.slice(0, -1),
      path.slice(0, -48) + path.slice(-48).toUpperCase(),
      `${path}%0A`,
    ];
    for (const address of unknown) {
      const answers = [await send('HEAD', address), await append(address, 0, 'text'), await send('DELETE', address)];
      expect([address, ...answers.map(({ status }) => status)]).toEqual([address, 404, 404, 404]);
    }
    const own = pathOf(await begin(form, 4));
    expect((await send('DELETE', `${own}?/${id}`)).status).toBe(204);
    expect((await send('HEAD', own)).status).toBe(404);
    expect(await storedOf(path)).toEqual([id, `${id}.json`]);
    expect((await append(path, 0, 'text')).headers.get('portico-file-ref')).toMatch(/^fref_/);
    expect(await storedOf(path)).toEqual([]);
  });

  test('that can’t be recorded is a 503, and nothing of it stays', async () => {
    const { sql } = server.platform.database;
    await sql`
      CREATE FUNCTION refuse_uploads() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'shutting down' USING ERRCODE = '57P01'; END $$`;
    await sql`
      CREATE TRIGGER refuse_uploads BEFORE INSERT ON form_uploads FOR EACH ROW EXECUTE FUNCTION refuse_uploads()`;
    onTestFinished(async () => {
      await sql`DROP TRIGGER refuse_uploads ON form_uploads`;
      await sql`DROP FUNCTION refuse_uploads`;
    });
    const form = await createForm();
    const path = pathOf(await begin(form, 4));
    const failed = await append(path, 0, 'text');
    expect([failed.status, (await errorOf(failed)).code]).toEqual([503, 'service_unavailable']);
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await storedOf(path)).toEqual([]);
    expect(await sql`SELECT 1 FROM files WHERE owner = ${form.id}`).toHaveLength(0);
  });

  test('may be finished by two requests at the same time', async () => {
    const path = pathOf(await begin(await createForm(), 4));
    const { storage } = server.platform;
    const keepFile = storage.keepFile.bind(storage);
    const { promise: otherFinished, resolve: goOn } = Promise.withResolvers<void>();
    const kept = vi.spyOn(storage, 'keepFile').mockImplementationOnce(async (source, key) => {
      await otherFinished;
      return keepFile(source, key);
    });
    onTestFinished(() => kept.mockRestore());
    const waiting = append(path, 0, 'text');
    await vi.waitFor(() => expect(kept).toHaveBeenCalled());
    const finished = await append(path, 4, '');
    expect(finished.headers.get('portico-file-ref')).toMatch(/^fref_/);
    goOn();
    const late = await waiting;
    expect([late.status, late.headers.get('portico-file-ref')]).toEqual([
      409,
      finished.headers.get('portico-file-ref'),
    ]);
    expect(await storedOf(path)).toEqual([]);
  });

  test('may be sent whole with the request that creates it', async () => {
    const form = await createForm();
    const headers = { 'Upload-Length': '4', 'Content-Type': 'application/offset+octet-stream' };
    const created = await send('POST', `${form.base}/uploads`, headers, 'text');
    const fileRef = created.headers.get('portico-file-ref');
    expect([created.status, created.headers.get('upload-offset'), fileRef]).toEqual([
      201,
      '4',
      expect.stringMatching(/^fref_/),
    ]);
    const again = await send('HEAD', pathOf(created));
    expect([again.status, again.headers.get('portico-file-ref')]).toEqual([200, fileRef]);
  });

  test('may get its length later, from a browser too, which can read when it expires', async () => {
    const form = await createForm();
    const origin = { Origin: 'https://site.example' };
    const preflight = await send('OPTIONS', `${form.base}/uploads`, origin);
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['Upload-Defer-Length', 'Upload-Length', 'Upload-Offset']));
    const metadata = `filename ${encode('notes.txt')}`;
    const headers = { ...origin, 'Upload-Defer-Length': '1', 'Upload-Metadata': metadata };
    const created = await send('POST', `${form.base}/uploads`, headers);
    expect(created.status).toBe(201);
    for (const answer of [preflight, created]) {
      expect(answer.headers.get('access-control-expose-headers')?.split(/, ?/)).toContain('Upload-Expires');
    }
    const path = pathOf(created);
    const part = await append(path, 0, 'Remember ');
    expect(Date.parse(part.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    const type = { 'Content-Type': 'application/offset+octet-stream' };
    const finished = await send('PATCH', path, { ...type, 'Upload-Offset': '9', 'Upload-Length': '13' }, 'milk');
    const fileRef = finished.headers.get('portico-file-ref');
    const submission = await submit(form, { files: [fileRef] });
    expect(submission.body.data.files).toMatchObject([{ fileName: 'notes.txt', fileSize: 13 }]);
  });

  test('counts as an upload: 20 a minute', async () => {
    const form = await createForm();
    clock.toNextMinute();
    const answers = await Promise.all(Array.from({ length: 22 }, async () => begin(form, 4)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

test('resumable uploads that are not finished within a day are removed, and what an interruption left of one', async () => {
  const directory = join(server.platform.config.dataDir, 'uploads');
  const form = await createForm();
  const age = async (name: string): Promise<void> => {
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(directory, name), dayAgo, dayAgo);
  };
  const beginOne = async () => {
    const path = pathOf(await begin(form, 19));
    await append(path, 0, 'Remember ');
    return { path, data: idOf(path), record: `${idOf(path)}.json` };
  };
  const [written, halved, torn, withoutRecord, withoutData, fresh] = [
    await beginOne(),
    await beginOne(),
    await beginOne(),
    await beginOne(),
    await beginOne(),
    await beginOne(),
  ];
  // Its last bytes came today, and it was begun before.
  const record = JSON.parse(await readFile(join(directory, written.record), 'utf8')) as object;
  const begun = { ...record, creation_date: new Date(Date.now() - 25 * 3_600_000).toISOString() };
  await writeFile(join(directory, written.record), JSON.stringify(begun));
  await writeFile(join(directory, torn.record), '{"id":');
  for (const { data, record: own } of [torn, withoutRecord, withoutData]) await Promise.all([age(data), age(own)]);
  await rm(join(directory, withoutRecord.record));
  await rm(join(directory, withoutData.data));
  await rm(join(directory, halved.record));
  await sweepResumableUploads(server.platform);
  for (const { path } of [written, torn, withoutRecord, withoutData]) expect(await storedOf(path)).toEqual([]);
  // An upload that is being begun or finished has one of its files for a moment.
  expect(await storedOf(halved.path)).toEqual([halved.data]);
  expect(await storedOf(fresh.path)).toEqual([fresh.data, fresh.record]);
  expect((await append(fresh.path, 9, 'the milk!\n')).headers.get('portico-file-ref')).toMatch(/^fref_/);
});

test('uploads that no submission claims within a day are removed, and nothing else', async () => {
  const form = await createForm();
  const upload = async (name: string): Promise<string> => {
    const body = new FormData();
    body.append('file', new Blob([name]), `${name}.txt`);
    return (await call(server, 'POST', `${form.base}/upload`, { key: null, form: body })).body.data.fileRef;
  };
  const [old, claimed] = [await upload('old'), await upload('claimed')];
  expect((await submit(form, { files: [claimed] })).status).toBe(202);
  const { sql } = server.platform.database;
  await sql`UPDATE form_uploads SET created_at = now() - interval '25 hours' WHERE interface_id = ${form.id}`;
  const fresh = await upload('fresh');
  await sweepUploads(server.platform);
  const names = await sql<{ file_name: string }[]>`SELECT file_name FROM files WHERE owner = ${form.id} ORDER BY id`;
  expect(names.map(({ file_name: name }) => name)).toEqual(['claimed.txt', 'fresh.txt']);
  expect((await submit(form, { files: [old] })).status).toBe(400);
  expect((await submit(form, { files: [fresh, claimed] })).status).toBe(202);
});

test('an upload can be claimed for a day, and is removed an hour later, also if a sweep was interrupted', async () => {
  const form = await createForm();
  const body = new FormData();
  body.append('file', new Blob(['old']), 'old.txt');
  const { fileRef } = (await call(server, 'POST', `${form.base}/upload`, { key: null, form: body })).body.data;
  const { platform } = server;
  const { sql } = platform.database;
  const age = async (interval: string) =>
    sql`UPDATE form_uploads SET created_at = now() - ${interval}::interval WHERE interface_id = ${form.id}`;
  const files = async () => sql<{ storage_key: string }[]>`SELECT storage_key FROM files WHERE owner = ${form.id}`;
  const [file] = await files();
  await age('24 hours 10 minutes');
  const late = await submit(form, { files: [fileRef] });
  expect([late.status, late.body.error.details.fields]).toMatchObject([400, [{ code: 'file_not_found' }]]);
  await sweepUploads(platform);
  expect(await files()).toHaveLength(1);
  await age('25 hours 1 minute');
  const remove = async (): Promise<void> => {
    throw new Error('The storage does not respond.');
  };
  await expect(sweepUploads({ ...platform, storage: { ...platform.storage, remove } })).rejects.toThrow('storage');
  await Promise.all([sweepUploads(platform), sweepUploads(platform)]);
  expect(await files()).toHaveLength(0);
  await expect(platform.storage.open(file?.storage_key ?? '')).rejects.toMatchObject({ code: 'resource_not_found' });
});
