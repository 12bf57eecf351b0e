-- What the retention of workspaces deletes is found by its end.
CREATE INDEX executions_by_end ON executions (workspace_id, coalesce(completed_at, cancelled_at), id)
  WHERE status IN ('completed', 'failed', 'cancelled');

-- For foreign keys whose target is deleted, and for what refers to it: without an index, each deletion reads the table.
CREATE INDEX messages_of_thread ON messages (thread_id);
CREATE INDEX resume_links_by_thread ON resume_links (thread_id);
CREATE INDEX resume_links_by_visitor ON resume_links (visitor);
CREATE INDEX persona_deliverables_by_file ON persona_deliverables (file_id);
CREATE INDEX form_submissions_by_execution ON form_submissions (execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX form_sources_by_file ON form_sources (file_id) WHERE file_id IS NOT NULL;
