-- What starts executions: by hand, by the clock, by a request from outside.

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
  -- Sealed: what a caller of the hook proves itself with.
  secret bytea,
  -- The tick that the queue's scheduler is to fire next; one that it forgot is found by a sweep. Null while disabled.
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
