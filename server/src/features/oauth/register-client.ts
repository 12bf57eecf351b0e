import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { OAuthError } from './oauth-error.ts';
import { insertClient } from './oauth.sql.ts';
import { describeFault, StorableText } from './read-body.ts';

const Registration = z.object({
  redirect_uris: z.array(StorableText.max(2000)).min(1).max(10),
  client_name: StorableText.trim().max(200).optional(),
  client_uri: StorableText.max(2000).optional(),
});

/**
 * Registers a client (RFC 7591) and returns the response. All clients are public: PKCE proves that the client that
 * exchanges a code has requested it, and a secret that anybody can register would prove nothing.
 * @throws OAuthError invalid_redirect_uri or invalid_client_metadata.
 */
export async function registerClient({ database }: Platform, body: unknown): Promise<object> {
  const parsed = Registration.safeParse(body);
  if (!parsed.success) {
    const isAddress = parsed.error.issues[0]?.path[0] === 'redirect_uris';
    const message = `${describeFault(parsed.error)} Send a JSON object with redirect_uris, a list of 1 to 10 addresses.`;
    throw new OAuthError(isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata', message);
  }
  const { redirect_uris: redirectUris, client_name: name, client_uri: uri } = parsed.data;
  const refused = redirectUris.find((address) => !isRedirectAddress(address));
  if (refused !== undefined) {
    throw new OAuthError(
      'invalid_redirect_uri',
      `${refused} must be an https address, an http address of this machine, or one of an app's own scheme, without #.`,
    );
  }
  const id = `mcp_${randomBytes(16).toString('base64url')}`;
  await insertClient(database.sql, {
    id,
    name: name === undefined || name === '' ? 'MCP client' : name,
    client_uri: uri !== undefined && isWebAddress(uri) ? uri : null,
    redirect_uris: redirectUris,
  });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: name ?? 'MCP client',
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Schemes that browsers or systems execute or handle themselves; an app's own scheme has a dot or at least isn't one of
 * these.
 */
const browserSchemes = new Set([
  'javascript:',
  'data:',
  'blob:',
  'file:',
  'vbscript:',
  'about:',
  'ftp:',
  'filesystem:',
  'view-source:',
  'chrome:',
  'mailto:',
  'tel:',
  'sms:',
  'callto:',
  'sip:',
  'facetime:',
  'intent:',
  'market:',
  'itms-services:',
  'search:',
  'search-ms:',
  'shell:',
  'ssh:',
  'telnet:',
  'smb:',
  'ldap:',
  'ws:',
  'wss:',
]);

function isRedirectAddress(address: string): boolean {
  if (!URL.canParse(address) || address.includes('#')) return false;
  const { protocol, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return isLoopback(address);
  // Windows opens its settings, its tools and Office by schemes that begin with ms.
  return !browserSchemes.has(protocol) && !protocol.startsWith('ms-');
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Whether it is an http address of the person's own machine, as native apps use it (RFC 8252 section 7.3). */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && loopback.has(hostname);
}

/** Whether a client may be redirected there: a registered address; on loopback with any port (RFC 8252 section 7.3). */
export function isRegistered(registered: readonly string[], address: string): boolean {
  if (registered.includes(address)) return true;
  if (!isLoopback(address)) return false;
  const wanted = new URL(address);
  wanted.port = '';
  return registered.some((one) => {
    const known = new URL(one);
    known.port = '';
    return known.href === wanted.href;
  });
}
