-- Clients that use the MCP server for a person (docs/mcp.md). A client registers itself; a person grants it access to
-- one workspace; codes and tokens belong to the grant and are deleted with it. Of codes and tokens only hashes are
-- stored.
CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  name text NOT NULL,
  client_uri text,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE oauth_grants (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  scopes text[] NOT NULL,
  -- The resource that tokens are valid for (RFC 8707).
  resource text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_member ON oauth_grants (member_id);
CREATE INDEX oauth_grants_by_workspace ON oauth_grants (workspace_id);

CREATE TABLE oauth_codes (
  code_hash text PRIMARY KEY,
  grant_id text NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX oauth_codes_by_grant ON oauth_codes (grant_id);

CREATE TABLE oauth_tokens (
  token_hash text PRIMARY KEY,
  grant_id text NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz NOT NULL,
  -- A refresh token works once; its second use ends the grant.
  used_at timestamptz
);
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id);
