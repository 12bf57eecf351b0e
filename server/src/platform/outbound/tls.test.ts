import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { signCertificate } from '../../../test/certificate.ts';
import { listenOnLoopback } from '../../../test/loopback.ts';
import { createOutbound } from './outbound.ts';

/* What the owner of a server reads whose TLS is not in order. */
const unknown = signCertificate('localhost');
const expired = signCertificate('localhost', Date.now() - 10 * 86_400_000);
const early = signCertificate('localhost', Date.now() + 86_400_000);
const another = signCertificate('shop.example');

const own = getCACertificates('default');
setDefaultCACertificates([...own, ...[expired, early, another].map(({ cert }) => cert)]);
const outbound = createOutbound({
  allow: 'localhost',
  // The test's server listens only at the first address.
  lookup: async () => [{ address: '127.0.0.1' }, { address: '127.0.0.2' }],
});
afterAll(async () => {
  setDefaultCACertificates(own);
  await outbound.close();
});

it.each([
  ['has a certificate of an unknown issuer', createSecureServer(unknown), 'certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['has an expired certificate', createSecureServer(expired), 'certificate', 'CERT_HAS_EXPIRED'],
  ['has a certificate of tomorrow', createSecureServer(early), 'certificate', 'CERT_NOT_YET_VALID'],
  ['has a certificate for another name', createSecureServer(another), 'certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['has no TLS', createServer(), 'TLS', 'ERR_SSL_WRONG_VERSION_NUMBER'],
])('the error of a request to a server that %s says so', async (_, server: Server, word, code) => {
  const { port, close } = await listenOnLoopback(server);
  try {
    const failure = outbound.request(`https://localhost:${port}/`);
    await expect(failure).rejects.toMatchObject({ code: 'connection_failed', retryable: true, cause: { code } });
    await expect(failure).rejects.toThrow(word);
  } finally {
    await close();
  }
});
