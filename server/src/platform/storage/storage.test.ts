import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server, type S3Server } from '../../../test/s3-server/start-s3-server.ts';
import { readConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { createStorage } from './index.ts';
import { createS3Storage } from './s3-storage.ts';

let s3: S3Server;
let dataDir: string;
beforeAll(async () => {
  s3 = await startS3Server();
  dataDir = await mkdtemp(join(tmpdir(), 'portico-storage-'));
});
afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

const openStorage = async (environment: Record<string, string>) =>
  createStorage(readConfig({ DATA_DIR: dataDir, ...environment }, []));
const unknownKey = '00000000-0000-4000-8000-000000000000';

describe.each(['in a folder', 'in a bucket'] as const)('a file kept %s', (home) => {
  let storage: Awaited<ReturnType<typeof openStorage>>;
  beforeAll(async () => {
    storage = await openStorage(home === 'in a bucket' ? s3.environment : {});
  });
  afterAll(() => storage.close());
  const writeIncoming = async (bytes: Uint8Array): Promise<string> => {
    const path = join(storage.incoming, 'upload');
    await writeFile(path, bytes);
    return path;
  };

  test.each([
    ['no bytes', 0],
    ['a few bytes', 9],
    ['more than one part', 20 * 1024 * 1024 + 7],
  ])('of %s is moved in and returned unchanged', async (_, size) => {
    const bytes = Buffer.alloc(size, 'Portico ');
    const path = await writeIncoming(bytes);
    const key = await storage.keepFile(path, randomUUID());
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await buffer(await storage.open(key))).equals(bytes)).toBe(true);
    await storage.remove(key);
  });

  test('has a local path while it is used, which is removed afterwards', async () => {
    const key = await storage.keepBytes(Buffer.from('the milk'), randomUUID());
    let seen = '';
    const read = await storage.withLocalFile(key, async (path) => {
      seen = path;
      return readFile(path, 'utf8');
    });
    expect(read).toBe('the milk');
    const failing = storage.withLocalFile(key, async () => Promise.reject(new Error('the reader broke')));
    await expect(failing).rejects.toThrow('the reader broke');
    expect(await readdir(storage.incoming)).toEqual([]);
    if (home === 'in a bucket') await expect(stat(seen)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('can be removed, even twice', async () => {
    const key = await storage.keepBytes(Buffer.from('gone'), randomUUID());
    await storage.remove(key);
    await expect(storage.open(key)).rejects.toMatchObject({ code: 'resource_not_found' });
    await expect(storage.withLocalFile(key, async (path) => readFile(path))).rejects.toMatchObject({
      code: 'resource_not_found',
    });
    await storage.remove(key);
    expect(await readdir(storage.incoming)).toEqual([]);
  });

  test('is only accessible with keys that the storage generated', async () => {
    for (const key of ['../secret-key', 'a/../../b', '', `${unknownKey}/x`]) {
      await expect(storage.open(key)).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
    }
  });

  test('is no longer read when the reader stops', async () => {
    const key = await storage.keepFile(await writeIncoming(Buffer.alloc(12 * 1024 * 1024, 1)), randomUUID());
    const gone = new AbortController();
    const stream = await storage.open(key, gone.signal);
    const reading = buffer(stream);
    gone.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(stream.destroyed).toBe(true);
    await storage.remove(key);
  });
});

describe('a bucket', () => {
  let storage: Awaited<ReturnType<typeof openStorage>>;
  beforeAll(async () => {
    storage = await openStorage(s3.environment);
  });
  afterEach(() => s3.failNext(0, 'error'));
  afterAll(() => storage.close());

  test('contains nothing of the check at the start', () => {
    expect([...s3.objects.keys()].filter((key) => !key.startsWith('files/'))).toEqual([]);
  });

  test('accepts a large file in parts, and repeats a lost part', async () => {
    const bytes = Buffer.alloc(17 * 1024 * 1024, 'x');
    const path = join(storage.incoming, 'large');
    await writeFile(path, bytes);
    s3.requests.length = 0;
    s3.failNext(2, 'cut');
    const key = await storage.keepFile(path, randomUUID());
    expect(s3.objects.get(`files/${key}`)?.equals(bytes)).toBe(true);
    expect(s3.requests.filter((line) => line.includes('partNumber')).length).toBeGreaterThanOrEqual(3);
    expect(s3.openUploads()).toBe(0);
  });

  test('that remains unavailable is a 503 with Retry-After, and the file is not lost', async () => {
    const path = join(storage.incoming, 'kept');
    await writeFile(path, Buffer.alloc(17 * 1024 * 1024, 'x'));
    s3.failNext(1000, 'error');
    await expect(storage.keepFile(path, randomUUID())).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfter: 5,
    });
    await expect(storage.keepBytes(Buffer.from('x'), randomUUID())).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect((await stat(path)).size).toBe(17 * 1024 * 1024);
    await rm(path);
  });

  test('that breaks off in the middle of a file is a 503, not an error of the file', async () => {
    const key = await storage.keepBytes(Buffer.alloc(1024 * 1024), randomUUID());
    s3.failNext(1, 'cut in the body');
    await expect(buffer(await storage.open(key))).rejects.toMatchObject({ code: 'service_unavailable' });
    s3.failNext(1, 'cut in the body');
    await expect(storage.withLocalFile(key, async (path) => readFile(path))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await readdir(storage.incoming)).toEqual([]);
  });

  test('is read and written while many readers are slow', async () => {
    const bytes = Buffer.alloc(1024 * 1024, 'slow');
    const key = await storage.keepBytes(bytes, randomUUID());
    const slow = await Promise.all(Array.from({ length: 60 }, async () => storage.open(key)));
    const other = await storage.keepBytes(Buffer.from('quick'), randomUUID());
    expect((await buffer(await storage.open(other))).toString()).toBe('quick');
    for (const stream of slow) stream.destroy();
  });

  test('gives up on a server that stalls, and not on a reader that rests', async () => {
    const { s3: config } = readConfig({ DATA_DIR: dataDir, ...s3.environment }, []);
    if (config === undefined) throw new Error('no bucket is set');
    const impatient = await createS3Storage(config, dataDir, 1_000);
    // More than the system's buffers hold.
    const bytes = Buffer.alloc(24 * 1024 * 1024, 'rest');
    const key = await storage.keepBytes(bytes, randomUUID());
    const resting = await impatient.open(key);
    // Each takes as long as no byte may be missing.
    for (let times = 0; times < 2; times += 1) {
      s3.failNext(1, 'stall');
      await expect(buffer(await impatient.open(key))).rejects.toMatchObject({ code: 'service_unavailable' });
    }
    expect((await buffer(resting)).equals(bytes)).toBe(true);
    impatient.close();
  });

  test('is asked twice if it is silent, because each time takes long', async () => {
    const { s3: config } = readConfig({ DATA_DIR: dataDir, ...s3.environment }, []);
    if (config === undefined) throw new Error('no bucket is set');
    const impatient = await createS3Storage(config, dataDir, 500);
    s3.requests.length = 0;
    s3.failNext(1000, 'silence');
    await expect(impatient.keepBytes(Buffer.from('x'), randomUUID())).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(s3.requests).toHaveLength(2);
    impatient.close();
    s3.failNext(0, 'silence');
    const again = await createS3Storage(config, dataDir, 500);
    s3.failNext(1, 'silence');
    await again.keepBytes(Buffer.from('x'), randomUUID());
    again.close();
    s3.failNext(1000, 'silence');
    await expect(createS3Storage(config, dataDir, 500)).rejects.toThrow('S3_ENDPOINT: does not respond');
  });

  test('is refused at once while the server is silent, and kept as soon as it responds', async () => {
    const { s3: config } = readConfig({ DATA_DIR: dataDir, ...s3.environment }, []);
    if (config === undefined) throw new Error('no bucket is set');
    const impatient = await createS3Storage(config, dataDir, 500);
    const logged: string[] = [];
    const note = (line: string) => void logged.push(line);
    impatient.watch({ error: note, info: note } as unknown as Log);
    const keep = async () => impatient.keepBytes(Buffer.from('x'), randomUUID());
    const refused = { code: 'service_unavailable', retryAfter: 5 };
    s3.failNext(1000, 'silence');
    await expect(keep()).rejects.toMatchObject(refused);
    s3.requests.length = 0;
    await expect(keep()).rejects.toMatchObject(refused);
    await expect(impatient.open(unknownKey)).rejects.toMatchObject(refused);
    await expect(impatient.remove(unknownKey)).rejects.toMatchObject(refused);
    expect(s3.requests.filter((line) => line.includes('files/'))).toEqual([]);
    s3.failNext(0, 'silence');
    await expect.poll(async () => keep().catch(() => undefined), { timeout: 30_000 }).toEqual(expect.any(String));
    expect(logged).toEqual([
      expect.stringMatching('S3_ENDPOINT. does not respond'),
      expect.stringMatching('S3_ENDPOINT. responds again'),
    ]);
    impatient.close();
  });

  test('is not refused because one request is silent while others get responses', async () => {
    const { s3: config } = readConfig({ DATA_DIR: dataDir, ...s3.environment }, []);
    if (config === undefined) throw new Error('no bucket is set');
    const impatient = await createS3Storage(config, dataDir, 1_000);
    s3.requests.length = 0;
    s3.failNext(1, 'silence');
    const silent = impatient.keepBytes(Buffer.from('silent'), randomUUID()).catch((error: unknown) => error);
    await expect.poll(() => s3.requests.length).toBe(1);
    await impatient.keepBytes(Buffer.from('x'), randomUUID());
    s3.failNext(1, 'silence');
    expect(await silent).toMatchObject({ code: 'service_unavailable' });
    await impatient.keepBytes(Buffer.from('y'), randomUUID());
    impatient.close();
  });
});
