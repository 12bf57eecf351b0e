-- Indexes for the pages of lists: counting rows and skipping earlier pages needs only an index, also for a filter by
-- state.
DROP INDEX documents_by_base;
CREATE INDEX documents_by_base ON documents (knowledge_base_id, id DESC) INCLUDE (workspace_id);
CREATE INDEX documents_by_status ON documents (knowledge_base_id, status, id DESC) INCLUDE (workspace_id);
DROP INDEX executions_by_workflow;
CREATE INDEX executions_by_workflow ON executions (workflow_id, id DESC) INCLUDE (workspace_id);
CREATE INDEX executions_by_status ON executions (workspace_id, status, id DESC);
CREATE INDEX form_submissions_by_status ON form_submissions (interface_id, status, submitted_at DESC, id DESC);
DROP INDEX webhook_deliveries_by_webhook;
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at DESC, id DESC)
  INCLUDE (workspace_id);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, created_at DESC, id DESC)
  INCLUDE (workspace_id);
-- Open questions of every state in one order.
CREATE INDEX question_groups_by_count ON question_groups (workspace_id, count DESC, last_asked_at DESC, id)
  INCLUDE (state);
-- Pages of a source are listed by address, which may be longer than an index can hold.
CREATE INDEX source_pages_by_address ON source_pages (source_id, left(url, 400));
