-- An erasure that was begun and has not ended. The row is deleted with the last of the person's data, because it names
-- the person; until then a sweep continues what a process that died has left.
CREATE TABLE visitor_erasures (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  traits json NOT NULL,
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX visitor_erasures_by_due ON visitor_erasures (due_at);
