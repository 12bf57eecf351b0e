-- The tasks of all personas, and those of one status: counting them and skipping earlier pages needs only an index.
CREATE INDEX persona_instances_by_workspace ON persona_instances (workspace_id, id DESC);
CREATE INDEX persona_instances_by_status ON persona_instances (workspace_id, status, id DESC);
