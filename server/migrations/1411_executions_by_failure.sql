-- Executions that failed since a time are found by their end, which may be long after their beginning.
CREATE INDEX executions_by_failure ON executions (workspace_id, completed_at) WHERE status = 'failed';
