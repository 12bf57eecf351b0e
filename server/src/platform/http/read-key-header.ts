import type { IncomingHttpHeaders } from 'node:http';

/** The key from either header (docs/reference/keys.md#authentication); X-API-Key wins if both are present. */
export function readKeyHeader(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string') return own.trim();
  return /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}
