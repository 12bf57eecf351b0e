import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { interceptQueries } from '../../test/intercept-queries.ts';
import { startServer, type ServerUnderTest } from '../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
] as const)('openapi.json is sent to a client that accepts %s', async (accepted, encoding, decompress) => {
  const { statusCode, headers, body } = await request(`${server.url}/openapi.json`, {
    headers: { 'accept-encoding': accepted },
  });
  expect(statusCode).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['vary']).toMatch(/Accept-Encoding/);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['access-control-allow-origin']).toBe('*');
  const sent = decompress(Buffer.from(await body.arrayBuffer()));
  const generated = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  expect(JSON.parse(sent.toString())).toEqual(JSON.parse(generated));
});

test('the server is not ready while the database does not respond, and asks it only once', async () => {
  const answer = Promise.withResolvers<unknown>();
  let asked = 0;
  const stop = interceptQueries(server.platform.database, (text, run) => {
    if (text !== 'SELECT 1') return run();
    asked += 1;
    return answer.promise;
  });
  const probe = async () => fetch(`${server.url}/readyz`);
  const { log } = server.platform;
  const [errors, infos] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'info')];
  const refused = await Promise.all([probe(), probe()]);
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '2'],
    [503, '2'],
  ]);
  expect(asked).toBe(1);
  expect(errors.mock.calls.map(([, message]) => message)).toEqual([expect.stringMatching(/^not ready: .+ database/)]);
  answer.resolve([]);
  await expect.poll(async () => (await probe()).status).toBe(200);
  expect(infos.mock.calls).toEqual([['ready again: the database responds']]);
  vi.restoreAllMocks();
  stop();
});
