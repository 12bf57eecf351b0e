import { Readable } from 'node:stream';
import { limitBody } from './read-body.ts';

/**
 * Fetches an address that the operator has set, which may be inside the network, for a library that would keep a
 * response of any length in memory: reading more than `maxBytes` throws too_large.
 */
export async function fetchTrusted(url: string, init: RequestInit, maxBytes: number): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  return new Response(ReadableStream.from(limitBody(Readable.fromWeb(response.body), maxBytes, false)), response);
}
