import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { mcpScopes, type McpScope, resourceOf } from './metadata.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import { type ClientRow, findClient } from './oauth.sql.ts';
import { StorableText } from './read-body.ts';
import { isLoopback, isRegistered } from './register-client.ts';

const text = StorableText.max(4000).optional();
const Parameters = z.object({
  response_type: text,
  client_id: text,
  redirect_uri: text,
  code_challenge: text,
  code_challenge_method: text,
  state: text,
  scope: text,
  resource: text,
});

/** A client's request for authorization. */
export interface AuthorizationRequest {
  readonly client: ClientRow;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly scopes: readonly McpScope[];
  readonly resource: string;
}

/** A request of a client whose address is trusted, so that the error is sent back to the client. */
export class RefusedAuthorization extends Error {
  readonly redirectTo: string;

  constructor(redirectTo: string, message: string) {
    super(message);
    this.redirectTo = redirectTo;
  }
}

/**
 * Parses an authorization request (OAuth 2.1 section 4.1.1).
 * @throws OAuthError if the client or its address is unknown or not trusted: then nobody is redirected.
 * @throws RefusedAuthorization for everything else.
 */
export async function readAuthorization(
  { database }: Platform,
  base: string,
  parameters: unknown,
): Promise<AuthorizationRequest> {
  const parsed = Parameters.safeParse(parameters);
  if (!parsed.success)
    throw new OAuthError('invalid_request', 'A parameter was sent twice, is too long, or contains a NUL character.');
  const { client_id: id, redirect_uri: redirectUri, state, ...rest } = parsed.data;
  const client = id === undefined ? undefined : await findClient(database.sql, id);
  if (client === undefined)
    throw new OAuthError('invalid_client', 'This app is not registered here, or no longer is.', {
      reason: 'unknownApp',
    });
  const address = redirectUri ?? (client.redirect_uris.length === 1 ? client.redirect_uris[0] : undefined);
  if (address === undefined || !isRegistered(client.redirect_uris, address)) {
    const message = 'This app has not registered the address that it wants to return to.';
    throw new OAuthError('invalid_redirect_uri', message, { reason: 'unknownAddress' });
  }
  // Anyone can register, so a link to this server would lead anyone anywhere (RFC 9700 section 4.11.2).
  const isTrusted = client.was_granted || isLoopback(address);
  const refuse = (code: OAuthErrorCode, description: string): OAuthError | RefusedAuthorization =>
    isTrusted
      ? new RefusedAuthorization(
          redirectWith(address, { error: code, error_description: description, state, iss: base }),
          description,
        )
      : new OAuthError(code, description);
  if (rest.response_type !== 'code') throw refuse('unsupported_response_type', 'response_type must be code.');
  const { code_challenge: challenge, code_challenge_method: method } = rest;
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge) || method !== 'S256') {
    throw refuse('invalid_request', 'PKCE with code_challenge_method S256 is required.');
  }
  const resource = rest.resource ?? resourceOf(base);
  if (!isSameResource(resource, resourceOf(base))) {
    throw refuse('invalid_target', `resource must be ${resourceOf(base)}.`);
  }
  const scopes = readScopes(rest.scope);
  if (scopes === undefined) throw refuse('invalid_scope', `scope: known are ${mcpScopes.join(' ')}.`);
  return { client, redirectUri: address, state, challenge, scopes, resource: resourceOf(base) };
}

/** The known scopes of the request, all if none is named; undefined if none is known. */
function readScopes(scope: string | undefined): McpScope[] | undefined {
  const words = scope?.split(' ').filter((word) => word !== '') ?? [];
  if (words.length === 0) return [...mcpScopes];
  const known = mcpScopes.filter((one) => words.includes(one));
  return known.length === 0 ? undefined : known;
}

/** Clients may add a trailing slash (RFC 9728 section 3.3 compares exactly, but its libraries add one). */
export function isSameResource(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** The client's address with our parameters added to its own. */
export function redirectWith(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
