import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';
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
    expect([failed.status, (await errorOf(failed)).code]).toEqual([500, 'internal_error']);
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
