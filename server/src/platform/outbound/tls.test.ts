import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createOutbound } from './outbound.ts';

const outbound = createOutbound({ allow: '127.0.0.1' });
const pem = readFileSync(new URL('../../../test/fixtures/self-signed.pem', import.meta.url));
afterAll(async () => outbound.close());

it.each([
  ['a certificate that nobody vouches for', createSecureServer({ key: pem, cert: pem }), 'certificate'],
  ['no TLS', createServer(), 'TLS'],
])('a failure because of %s is described', async (_, server: Server, word) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const failure = outbound.request(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect(failure).rejects.toMatchObject({ code: 'connection_failed', retryable: true });
  await expect(failure).rejects.toThrow(word);
  server.close();
});
