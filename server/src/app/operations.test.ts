import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
