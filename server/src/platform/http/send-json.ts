import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Response } from 'express';
import type { Surface } from './route.ts';

/** Bytes up to which a response arrives in the first round trip anyway (ten packets, RFC 6928). */
const minBytes = 16_384;
/** A higher level takes up to five times as long, for a fifth of the bytes. */
const level = 1;

const compress = promisify(gzip);

/**
 * Sends a body as JSON, a large one compressed if the client accepts gzip; that is done outside of this thread.
 *
 * Lengths of compressed responses reveal what is in them to somebody who can both write a part of a response and cause
 * requests for it (BREACH). So only readings are compressed, which contain no new keys or secrets; none of the public
 * endpoints, where anyone writes; and none that another site has caused (docs/decisions/0070-compressed-responses.md).
 */
export async function sendJson(response: Response, surface: Surface, body: unknown): Promise<void> {
  const { req: request } = response;
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading || (surface !== 'versioned' && surface !== 'personas')) {
    response.json(body);
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response.type('json').vary('Accept-Encoding');
  if (bytes.length < minBytes || request.acceptsEncodings('gzip') === false || !isOwn(request.get('sec-fetch-site'))) {
    response.send(bytes);
    return;
  }
  const compressed = await compress(bytes, { level });
  response.set('Content-Encoding', 'gzip').send(compressed);
}

/** Whether a request comes from no page, or from one of this server. */
function isOwn(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}
