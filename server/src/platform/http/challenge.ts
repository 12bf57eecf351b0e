import type { Request } from 'express';
import type { Platform } from '../platform.ts';
import { publicBase } from './public-base.ts';
import type { Surface } from './route.ts';

/**
 * The `WWW-Authenticate` of a 401 (RFC 9110 section 15.5.2): how to authenticate, and whether the credential of the
 * request was at fault (RFC 6750 section 3). An MCP client learns where to get one (RFC 9728 section 5.1). Browsers don't
 * ask for a password for Bearer. Undefined for a hook, whose secret is not a credential of HTTP.
 */
export function challengeOf(surface: Surface, request: Request, platform: Platform): string | undefined {
  if (surface === 'hooks') return undefined;
  const { headers } = request;
  const hasCredential = headers.authorization !== undefined || headers['x-api-key'] !== undefined;
  const place =
    surface === 'mcp'
      ? `resource_metadata="${publicBase(platform, request)}/.well-known/oauth-protected-resource/mcp"`
      : 'realm="Portico"';
  return `Bearer ${hasCredential ? 'error="invalid_token", ' : ''}${place}`;
}
