import type { Request } from 'express';
import type { Platform } from '../platform.ts';

/**
 * The address of this server as the client knows it, without a trailing slash: PUBLIC_URL, or else the loopback address
 * of the request (localhost and 127.0.0.1 are different origins for a program). Other values of `Host` are not trusted.
 */
export function publicBase({ config, publicUrl }: Pick<Platform, 'config' | 'publicUrl'>, request: Request): string {
  if (config.publicUrl !== undefined) return publicUrl;
  const { host = '' } = request.headers;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host) ? `http://${host}` : publicUrl;
}
