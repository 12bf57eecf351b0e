-- For the audit log's filter by action, and its count.
CREATE INDEX audit_log_by_action ON audit_log (workspace_id, action, id DESC);
