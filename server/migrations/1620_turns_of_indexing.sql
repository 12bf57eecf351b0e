-- Workspaces take turns with the indexing of submissions. `index_attempts`, the number of starts, is the token of the
-- lease; `index_held` is set while a process indexes the submission, and `index_broken_off` counts the processes that died
-- over it without any progress. `index_failures` counts the attempts that failed, for the pause before the next one.
ALTER TABLE form_submissions ADD COLUMN index_held boolean NOT NULL DEFAULT false,
  ADD COLUMN index_broken_off int NOT NULL DEFAULT 0, ADD COLUMN index_failures int NOT NULL DEFAULT 0;
CREATE INDEX form_submissions_to_index ON form_submissions (workspace_id, index_due_at) WHERE index_due_at IS NOT NULL;
-- While most rows belong to one workspace, Postgres would rather use this one, and read all rows of that one for each
-- other.
DROP INDEX form_submissions_by_index_due;
