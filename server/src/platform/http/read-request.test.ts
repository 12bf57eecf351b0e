import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const send = async (encoding: string, body: Uint8Array): Promise<{ status: number; fields: unknown }> => {
  const response = await fetch(`${server.url}/api/v1/agents`, {
    method: 'POST',
    headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json', 'Content-Encoding': encoding },
    body: new Uint8Array(body),
  });
  const { error } = (await response.json()) as { error?: { details: { fields: unknown } } };
  return { status: response.status, fields: error?.details.fields };
};
const json = Buffer.from('{"name": "Packed"}');

it.each([
  ['gzip', gzipSync(json)],
  ['deflate', deflateSync(json)],
  ['br', brotliCompressSync(json)],
  ['identity', json],
])('reads a body in %s', async (encoding, body) => {
  expect(await send(encoding, body)).toEqual({ status: 201, fields: undefined });
});

it('says which encodings it reads', async () => {
  const message = 'must be gzip, deflate or br, or left out';
  expect(await send('lz4', json)).toEqual({
    status: 400,
    fields: [{ path: 'headers.content-encoding', message, code: 'invalid_option' }],
  });
});

it('says that a body is not in the encoding that it declares', async () => {
  const message = 'is not in the declared Content-Encoding, gzip';
  expect(await send('gzip', json)).toEqual({
    status: 400,
    fields: [{ path: 'body', message, code: 'invalid_format' }],
  });
});
