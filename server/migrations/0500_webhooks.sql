-- Outgoing webhooks, the events on their way to them, and how each attempt went.

CREATE TABLE webhooks (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text,
  url text NOT NULL,
  event_types text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text,
  -- The first failed attempt since the last success; null while all is well.
  failing_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id, id DESC);
-- Every event asks this index; most workspaces have nothing in it.
CREATE INDEX webhooks_enabled ON webhooks (workspace_id) WHERE status = 'enabled';

-- The secrets that sign: the newest, and older ones until they expire.
CREATE TABLE webhook_secrets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id text NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  -- Sealed.
  secret bytea NOT NULL,
  expires_at timestamptz
);
CREATE INDEX webhook_secrets_by_webhook ON webhook_secrets (webhook_id);

CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  webhook_id text NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_type text NOT NULL,
  -- JSON as it goes out, without the id: {type, timestamp, data}. Every attempt signs and sends the same bytes.
  event text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'success', 'failed', 'retrying')),
  attempts int NOT NULL DEFAULT 0,
  -- Which of the schedule's delays follows a failure; null where a failure is the end.
  next_retry int,
  -- When a worker has to look at it: the next attempt, or the end of the lease of one that runs. Null once settled.
  due_at timestamptz,
  leased boolean NOT NULL DEFAULT false,
  -- Counts the attempts that were begun; one that holds an older number can write nothing.
  lease_token int NOT NULL DEFAULT 0,
  response_status int,
  response_time_ms int,
  error_message text,
  -- Not now(): the events of one transaction keep their order.
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_attempt_at timestamptz
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at DESC);
CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE webhook_attempts (
  delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  attempt int NOT NULL,
  started_at timestamptz NOT NULL,
  response_status int,
  response_headers json,
  response_body text,
  response_time_ms int NOT NULL,
  error_message text,
  PRIMARY KEY (delivery_id, attempt)
);

-- Makes a delivery of an event for each enabled webhook of the workspace that wants it, and wakes the workers once that
-- commits; answers how many. A function, so that a statement of any feature can announce in the same breath as it changes its state. The
-- ids are the seed's time and 64 bits drawn from it and the webhook, as nobody knows beforehand how many there will be.
CREATE FUNCTION announce_event(workspace text, seed text, type text, event text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  made int;
BEGIN
  INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status, next_retry, due_at)
  SELECT substr(seed, 1, 14) || substr(encode(sha256(convert_to(seed || webhooks.id, 'UTF8')), 'hex'), 1, 16),
    webhooks.workspace_id, webhooks.id, announce_event.type, announce_event.event, 'pending', 0, now()
  FROM webhooks
  WHERE webhooks.workspace_id = workspace AND status = 'enabled'
    AND event_types && ARRAY['*', announce_event.type];
  GET DIAGNOSTICS made = ROW_COUNT;
  IF made > 0 THEN PERFORM pg_notify('webhook_deliveries', ''); END IF;
  RETURN made;
END $$;
