-- Chat interfaces, their visitors and the visitors' sessions.

CREATE TABLE chat_interfaces (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  agent_id text NOT NULL REFERENCES agents (id),
  name text NOT NULL,
  -- Unique on the server: it is the public address.
  slug text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  -- All other writable fields.
  settings json NOT NULL,
  -- The identity secret is derived from it: a new number gives a new secret.
  identity_version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX chat_interfaces_by_workspace ON chat_interfaces (workspace_id, id DESC);
CREATE INDEX chat_interfaces_by_agent ON chat_interfaces (agent_id);

CREATE TABLE chat_domains (
  domain text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL REFERENCES chat_interfaces (id) ON DELETE CASCADE,
  verified_at timestamptz,
  checked_at timestamptz
);
CREATE INDEX chat_domains_by_interface ON chat_domains (interface_id);

CREATE TABLE chat_visitors (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL REFERENCES chat_interfaces (id) ON DELETE CASCADE,
  -- The visitor's id as sent by the browser. It proves nothing and grants no access.
  visitor_id text NOT NULL,
  -- The user's id as verified by the site.
  user_id text,
  user_name text,
  user_email text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX chat_visitors_by_user ON chat_visitors (interface_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX chat_visitors_by_interface ON chat_visitors (interface_id);

CREATE TABLE chat_sessions (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL REFERENCES chat_interfaces (id) ON DELETE CASCADE,
  visitor text NOT NULL REFERENCES chat_visitors (id) ON DELETE CASCADE,
  thread_id text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- The token is only valid for this origin; null if the session was started outside of a browser.
  origin text,
  ip text,
  user_agent text,
  referrer text,
  page_url text,
  locale text,
  metadata json NOT NULL,
  consented_at timestamptz,
  message_count int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL
);
CREATE INDEX chat_sessions_by_interface ON chat_sessions (interface_id, created_at DESC);
CREATE INDEX chat_sessions_by_visitor ON chat_sessions (visitor, created_at DESC);

-- The cost of an interface's replies on a UTC day.
CREATE TABLE chat_credits (
  interface_id text NOT NULL REFERENCES chat_interfaces (id) ON DELETE CASCADE,
  day date NOT NULL,
  credits float8 NOT NULL,
  PRIMARY KEY (interface_id, day)
);
