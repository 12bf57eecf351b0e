-- What is due, by workspace, in which a claim skips from one workspace to the next. Without these, each claim read all that
-- waited in every workspace: with 100,000 waiting documents and submissions, the claims took most of the embedded
-- database's time.
CREATE INDEX documents_by_turn ON documents (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX form_submissions_to_read ON form_submissions (workspace_id, due_at)
  WHERE due_at IS NOT NULL AND status IN ('submitted', 'processing');
CREATE INDEX form_submissions_to_follow ON form_submissions (workspace_id, due_at)
  WHERE due_at IS NOT NULL AND status = 'running';
CREATE INDEX persona_instances_by_turn ON persona_instances (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX replies_by_turn ON replies (workspace_id, (coalesce(lease_until, created_at)));
-- While most rows belong to one workspace, Postgres would rather use these, and read all rows of that one for each other.
DROP INDEX documents_by_due;
DROP INDEX form_submissions_by_due;
DROP INDEX persona_instances_due;
DROP INDEX executions_by_due;
