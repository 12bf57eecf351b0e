-- Outgoing webhooks, the deliveries of events to them, and the result of each attempt.

CREATE TABLE webhooks (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text,
  url text NOT NULL,
  event_types text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text,
  -- The first failed attempt since the last success; null if the last attempt succeeded.
  failing_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id, id DESC);
-- Every event queries this index; most workspaces have no entry in it.
CREATE INDEX webhooks_enabled ON webhooks (workspace_id) WHERE status = 'enabled';

-- The signing secrets: the newest one, and older ones until they expire.
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
  -- JSON as it is sent, without the id: {type, timestamp, data}. Every attempt signs and sends the same bytes.
  event text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'success', 'failed', 'retrying')),
  attempts int NOT NULL DEFAULT 0,
  -- The index of the schedule's delay after the next failure; null if there is no further attempt.
  next_retry int,
  -- When a worker must check it: at the next attempt, or at the end of a running attempt's lease. Null once settled.
  due_at timestamptz,
  leased boolean NOT NULL DEFAULT false,
  -- Incremented by each attempt; an attempt with an older number can write nothing.
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

-- Creates a delivery of an event for each enabled webhook of the workspace that subscribes to it, and wakes the workers
-- after the commit; returns the number of deliveries. It is a function, so that a statement of any feature can announce
-- an event together with its change of state. The ids consist of the seed's time and 64 bits of a hash of the seed and
-- the webhook, because their number isn't known beforehand.
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
