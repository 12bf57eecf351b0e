-- The number of processes in a row that died while working on a row, without any progress in between
-- (server/src/platform/leases).
ALTER TABLE executions ADD COLUMN broken_off integer NOT NULL DEFAULT 0;

-- Workspaces take turns, so due rows are found by workspace.
CREATE INDEX executions_by_turn ON executions (workspace_id, due_at) WHERE due_at IS NOT NULL;

ALTER TABLE replies ADD COLUMN broken_off integer NOT NULL DEFAULT 0;

ALTER TABLE persona_instances ADD COLUMN broken_off integer NOT NULL DEFAULT 0;

ALTER TABLE documents ADD COLUMN broken_off integer NOT NULL DEFAULT 0;

-- The lease of the process that reads a submission or follows its run; a process with an older token can't release it.
ALTER TABLE form_submissions
  ADD COLUMN held boolean NOT NULL DEFAULT false,
  ADD COLUMN lease_token integer NOT NULL DEFAULT 0,
  ADD COLUMN broken_off integer NOT NULL DEFAULT 0;
