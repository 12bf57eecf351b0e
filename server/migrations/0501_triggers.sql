-- Triggers start executions: manually, on a schedule, or by an inbound request.

CREATE TABLE triggers (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  workflow_id text NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('manual', 'schedule', 'webhook')),
  enabled boolean NOT NULL,
  inputs json NOT NULL,
  cron text,
  timezone text,
  -- Sealed: the secret by which a caller of the hook authenticates.
  secret bytea,
  -- The next tick of the queue's scheduler; a sweep finds one that was missed. Null while disabled.
  next_tick_at timestamptz,
  last_fired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((type = 'schedule') = (cron IS NOT NULL) AND (type = 'schedule') = (timezone IS NOT NULL)),
  CHECK ((type = 'webhook') = (secret IS NOT NULL))
);
CREATE INDEX triggers_by_workspace ON triggers (workspace_id, id DESC);
CREATE INDEX triggers_by_workflow ON triggers (workflow_id);
CREATE INDEX triggers_by_tick ON triggers (next_tick_at) WHERE next_tick_at IS NOT NULL;
