import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from './http.ts';

test('until the server is ready, programs are asked to retry, and pages in a browser reload by themselves', async () => {
  const server = createHttpServer();
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/console`;
  const program = await fetch(url);
  expect([program.status, program.headers.get('retry-after'), program.headers.get('refresh')]).toEqual([
    503,
    '1',
    null,
  ]);
  expect(await program.json()).toEqual({ status: 'starting' });
  const browser = await fetch(url, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect([browser.status, browser.headers.get('refresh')]).toEqual([503, '1']);
  expect(browser.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await browser.text()).toContain('Portico is starting');
});
