-- Executions and the runs of their nodes.

CREATE TABLE executions (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  workflow_id text NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
  workflow_version int NOT NULL,
  workflow_name text NOT NULL,
  trigger_id text,
  retry_of text,
  status text NOT NULL CHECK (status IN ('pending', 'running', 'waiting', 'completed', 'failed', 'cancelled')),
  inputs json NOT NULL,
  outputs json,
  error json,
  max_duration_s int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  deadline_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- Incremented by each worker that claims this execution; a worker with an older number can write nothing.
  lease_token int NOT NULL DEFAULT 0,
  held boolean NOT NULL DEFAULT false,
  -- When a sweep must check it: after an expired lease, an ended wait, or a lost start. Null for never.
  due_at timestamptz,
  -- An event that it waits for happened while a worker had claimed it.
  woken boolean NOT NULL DEFAULT false
);
CREATE INDEX executions_by_workspace ON executions (workspace_id, id DESC);
CREATE INDEX executions_by_workflow ON executions (workflow_id, id DESC);
CREATE INDEX executions_by_due ON executions (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE node_runs (
  execution_id text NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  -- The node's id; inside a loop or a called workflow it includes the path, like `each[2].fetch`.
  path text NOT NULL,
  attempt int NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY,
  node_type text NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled')),
  inputs json,
  outputs json,
  branch text,
  error json,
  -- A failure after which the node's on_error lets the execution continue.
  handled boolean NOT NULL DEFAULT false,
  -- The end of a wait, or the time of the next attempt.
  wait_until timestamptz,
  decision json,
  -- The version of the workflow that this node calls.
  called_version int,
  started_at timestamptz,
  completed_at timestamptz,
  duration_ms int,
  PRIMARY KEY (execution_id, path, attempt)
);
-- A node's result is recorded once.
CREATE UNIQUE INDEX node_runs_completed_once ON node_runs (execution_id, path) WHERE status = 'completed';
