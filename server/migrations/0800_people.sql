-- People who sign in, their roles in workspaces, and the log of all changes.

-- The workspace `default` was found by its name, which can now be changed.
ALTER TABLE workspaces
  ADD COLUMN is_default boolean NOT NULL DEFAULT false,
  ADD COLUMN timezone text NOT NULL DEFAULT 'UTC',
  ADD COLUMN business_hours jsonb,
  ADD COLUMN notify_after_seconds int NOT NULL DEFAULT 30,
  -- Null: the owners.
  ADD COLUMN notice_emails text[],
  ADD COLUMN notice_webhook_url text,
  -- Days after which data is deleted, by its kind; other data is kept forever.
  ADD COLUMN retention jsonb NOT NULL DEFAULT '{}';
UPDATE workspaces SET is_default = true WHERE name = 'default';
CREATE UNIQUE INDEX workspaces_default ON workspaces (is_default) WHERE is_default;

-- A key that had every scope gets the new ones, too.
UPDATE api_keys SET scopes = scopes || ARRAY['conversations:read', 'conversations:write', 'insights:read',
    'members:read', 'members:write', 'audit:read', 'settings:write']
  WHERE scopes @> ARRAY['workflows:read', 'workflows:write', 'triggers:read', 'triggers:write', 'agents:read',
    'agents:write', 'threads:read', 'threads:write', 'knowledge-bases:read', 'knowledge-bases:write', 'webhooks:read',
    'webhooks:write', 'interfaces:read', 'interfaces:write', 'personas:read', 'personas:write', 'files:read',
    'files:write', 'api-keys:read', 'api-keys:write', 'executions:read', 'executions:cancel', 'executions:approve',
    'workflows:execute', 'triggers:execute', 'agents:execute', 'knowledge-bases:query', 'personas:execute']
  AND NOT scopes @> ARRAY['settings:write'];

-- The column contains the sender of the request: a key, or a person in a workspace.
ALTER TABLE idempotent_requests DROP CONSTRAINT idempotent_requests_api_key_id_fkey;

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  avatar_url text,
  -- Argon2id in PHC form; null for a person who signs in otherwise.
  password_hash text,
  last_workspace_id text REFERENCES workspaces (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz
);

CREATE TABLE members (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'editor', 'responder', 'viewer')),
  -- The person's choice; without a heartbeat for five minutes the person is away in any case.
  presence text NOT NULL DEFAULT 'online' CHECK (presence IN ('online', 'away')),
  heartbeat_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

-- Sessions of the console, of a person or of an API key. Tokens are stored as SHA-256 in hex.
CREATE TABLE sign_in_sessions (
  id text PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  api_key_id text REFERENCES api_keys (id) ON DELETE CASCADE,
  -- Hash of the key's secret at the sign-in: a new secret ends the session.
  key_secret_hash bytea,
  ip text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((user_id IS NULL) <> (api_key_id IS NULL))
);
CREATE INDEX sign_in_sessions_by_user ON sign_in_sessions (user_id, id DESC);
CREATE INDEX sign_in_sessions_by_key ON sign_in_sessions (api_key_id, id DESC);

-- Links that the operator's shell prints: they create an owner, or set a person's password.
CREATE TABLE owner_links (
  id text PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- The person whom the link is for; null for a person without an account.
  email text,
  -- Printed at a start, and valid as long as the workspace has no owner.
  first_owner boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE invitations (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'editor', 'responder', 'viewer')),
  token_hash text NOT NULL UNIQUE,
  invited_by jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, email)
);

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, id DESC);

-- Challenges of passkeys, each valid for one response; the challenge of a registration belongs to the person.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

-- Wrong passwords, counted by e-mail address and by IP.
CREATE TABLE sign_in_limits (
  name text PRIMARY KEY,
  failures timestamptz[] NOT NULL DEFAULT '{}',
  locked_until timestamptz
);

CREATE TABLE audit_log (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  resource_name text,
  -- {field: {before, after}}, secrets masked.
  changes jsonb NOT NULL DEFAULT '{}',
  ip text,
  request_id text
);
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, id DESC);
CREATE INDEX audit_log_by_resource ON audit_log (workspace_id, resource_id, id DESC);
CREATE INDEX audit_log_by_actor ON audit_log (workspace_id, actor_id, id DESC);
CREATE INDEX audit_log_by_time ON audit_log (workspace_id, at);

-- Rows are never changed: only the retention sweep deletes them, with a setting in its transaction.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('portico.audit_sweep', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;
CREATE TRIGGER keep_audit_log BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
