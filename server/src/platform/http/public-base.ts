import type { Request } from 'express';
import type { Platform } from '../platform.ts';

/**
 * The address of this server as the client of a request knows it, without a slash at the end: PUBLIC_URL, and without it
 * the loopback address that was asked (localhost and 127.0.0.1 are two for a program). Other values of `Host` are the
 * client's invention.
 */
export function publicBase({ config, publicUrl }: Pick<Platform, 'config' | 'publicUrl'>, request: Request): string {
  if (config.publicUrl !== undefined) return publicUrl;
  const { host = '' } = request.headers;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host) ? `http://${host}` : publicUrl;
}

/** Where an MCP client without a valid credential finds out how to get one (RFC 9728 section 5.1). */
export function bearerChallenge(base: string, hasCredential: boolean): string {
  const metadata = `resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`;
  return hasCredential ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`;
}
