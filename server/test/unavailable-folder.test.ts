import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { call } from './client.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';

let server: ServerUnderTest;
let base: string;
let kept: { id: string; url: string };
beforeAll(async () => {
  server = await startServer();
  base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Birds' } })).body.data.id;
  kept = (await upload('kept.txt')).body.data;
});
afterAll(async () => server.close());

async function upload(name: string) {
  const form = new FormData();
  form.append('file', new Blob([`the words of ${name}`]), name);
  return call(server, 'POST', '/api/v1/files', { form });
}

const unavailable = {
  status: 503,
  body: { error: { code: 'service_unavailable', details: { reason: 'storage_unavailable' } } },
};

/** Replaces a folder by a file: a folder that can't be written can be read and written by the administrator. */
function replaceFolder(name: string): void {
  beforeEach(async () => {
    const path = join(server.platform.config.dataDir, name);
    await rename(path, `${path}.away`);
    await writeFile(path, '');
  });
  afterEach(async () => {
    const path = join(server.platform.config.dataDir, name);
    await rm(path);
    await rename(`${path}.away`, path);
  });
}

describe('while the folder with the files is unavailable', () => {
  replaceFolder('files');

  it('an upload is refused with 503, and can be repeated', async () => {
    const refused = await upload('new.txt');
    expect(refused).toMatchObject(unavailable);
    expect(refused.headers.get('retry-after')).toBe('5');
  });

  it('a document is refused with 503', async () => {
    const body = { name: 'herons.md', text: 'Herons nest in April.' };
    expect(await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { body })).toMatchObject(
      unavailable,
    );
  });

  it('a download is refused with 503, and the file is not lost', async () => {
    const { pathname, search } = new URL(
      (await call(server, 'GET', `/api/v1/files/${kept.id}`)).body.data.download_url,
    );
    expect((await fetch(server.url + pathname + search)).status).toBe(503);
  });
});

describe('while the folder for uploads is unavailable', () => {
  replaceFolder('incoming');

  it('an upload is refused with 503, not as a mistake of its sender', async () => {
    expect(await upload('new.txt')).toMatchObject(unavailable);
  });
});
