-- The audit log is filtered by action, and counted.
CREATE INDEX audit_log_by_action ON audit_log (workspace_id, action, id DESC);
