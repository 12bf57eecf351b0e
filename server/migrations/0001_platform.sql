-- The tables that all features use: workspaces, keys, events, the outbox, idempotency, files.

CREATE TABLE workspaces (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  rate_limit_per_minute int,
  rate_limit_per_day int,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX api_keys_by_workspace ON api_keys (workspace_id, id DESC);

-- The log of events. A stream contains the events of an execution, a thread, a submission or a persona task.
CREATE TABLE event_streams (
  stream text PRIMARY KEY,
  last_id int NOT NULL
);
CREATE TABLE events (
  stream text NOT NULL REFERENCES event_streams (stream) ON DELETE CASCADE,
  id int NOT NULL,
  event text NOT NULL,
  -- JSON as it was sent: jsonb would reorder its keys, and a resumed stream must repeat the same bytes.
  data text NOT NULL,
  PRIMARY KEY (stream, id)
);

-- Jobs that must not get lost: a row commits with the state that needs it, and a relay adds it to the queue.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job text NOT NULL,
  payload jsonb NOT NULL,
  run_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE idempotent_requests (
  api_key_id text NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  key text NOT NULL,
  path text NOT NULL,
  body_hash bytea NOT NULL,
  status int,
  -- Sealed: the response may contain a key or a secret that is shown once.
  answer bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api_key_id, path, key)
);
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);

CREATE TABLE files (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  owner text NOT NULL,
  storage_key text NOT NULL,
  file_name text NOT NULL,
  file_size bigint NOT NULL,
  mime_type text NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_by_owner ON files (workspace_id, owner);

-- Requests counted per UTC day, so that a restart doesn't reset the daily limit.
CREATE TABLE rate_counts (
  name text PRIMARY KEY,
  day date NOT NULL,
  count int NOT NULL
);

-- One-time steps that the server has done, like filling the demo.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL
);
