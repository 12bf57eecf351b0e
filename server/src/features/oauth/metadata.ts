import type { Scope } from '@portico/shared-types';

/** The scopes that can be granted: those of the MCP server's tools. */
export const mcpScopes = ['agents:execute', 'workflows:execute', 'knowledge-bases:query'] as const satisfies Scope[];
export type McpScope = (typeof mcpScopes)[number];

/** The resource address of tokens, as named in the protected-resource metadata. */
export function resourceOf(base: string): string {
  return `${base}/mcp`;
}

/** Protected-resource metadata (RFC 9728). */
export function describeResource(base: string): object {
  return {
    resource: resourceOf(base),
    resource_name: 'Portico',
    authorization_servers: [base],
    scopes_supported: mcpScopes,
    bearer_methods_supported: ['header'],
  };
}

/** Authorization-server metadata (RFC 8414), of public clients with PKCE only (OAuth 2.1). */
export function describeServer(base: string): object {
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
    scopes_supported: mcpScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
