import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveOnLoopback } from '../../../test/loopback.ts';
import { sendCompressed } from './send-compressed.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-assets-'));
const file = join(folder, 'panel.js');
const text = 'export const panel = 1;\n'.repeat(400);
const app = express().get('/:name', async (request, response) => {
  const isSent = await sendCompressed(request, response, join(folder, request.params.name));
  if (!isSent) response.status(406).end();
});
const { url: origin, close } = await serveOnLoopback(app);

beforeAll(() => {
  writeFileSync(file, text);
  writeFileSync(join(folder, 'font.woff2'), text);
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

async function get(name: string, headers: Record<string, string>) {
  const { statusCode, headers: answered, body } = await request(`${origin}/${name}`, { headers });
  return { status: statusCode, headers: answered, body: Buffer.from(await body.arrayBuffer()) };
}

test('brotli or gzip, as the client accepts, and both decompress to the file', async () => {
  const br = await get('panel.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(br.headers['content-type']).toMatch(/^text\/javascript/);
  expect(brotliDecompressSync(br.body).toString()).toBe(text);
  const gz = await get('panel.js', { 'accept-encoding': 'gzip' });
  expect(gz.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gz.body).toString()).toBe(text);
});

test('a changed file is sent again, an unchanged one is a 304', async () => {
  const first = await get('panel.js', { 'accept-encoding': 'br' });
  const again = await get('panel.js', { 'accept-encoding': 'br', 'if-none-match': String(first.headers['etag']) });
  expect(again.status).toBe(304);
  writeFileSync(file, 'export const panel = 2;');
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  const changed = await get('panel.js', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(changed.body).toString()).toBe('export const panel = 2;');
});

test('what the build has stored compressed is sent as it is, unless the file has changed since', async () => {
  const built = join(folder, 'built.js');
  writeFileSync(built, text);
  const stored = brotliCompressSync('stored by the build');
  writeFileSync(`${built}.br`, stored);
  const first = await get('built.js', { 'accept-encoding': 'br' });
  expect(first.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(first.body).toString()).toBe('stored by the build');
  const gz = await get('built.js', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(gz.body).toString()).toBe(text);
  utimesSync(built, new Date(), new Date(Date.now() + 5_000));
  const changed = await get('built.js', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(changed.body).toString()).toBe(text);
});

test('passed on: a missing file, a file that is not text, and a request without compression', async () => {
  for (const [name, encoding] of [
    ['gone.js', 'br'],
    ['font.woff2', 'br'],
    ['panel.js', 'identity'],
  ] as const) {
    expect((await get(name, { 'accept-encoding': encoding })).status, name).toBe(406);
  }
});
