-- Workflows and their versions. JSON that is only returned as it was received is `json`: jsonb would reorder its keys.

CREATE TABLE workflows (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'inactive')),
  input_schema json NOT NULL,
  max_duration_s int NOT NULL,
  version int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The executions of a deleted workflow are kept, and need its versions.
  deleted_at timestamptz
);
CREATE INDEX workflows_by_workspace ON workflows (workspace_id, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE workflow_versions (
  workflow_id text NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
  version int NOT NULL,
  definition json NOT NULL,
  input_schema json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workflow_id, version)
);
