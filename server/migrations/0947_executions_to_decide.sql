-- The approvals that wait, for the list of executions that wait for one.
CREATE INDEX node_runs_to_decide ON node_runs (execution_id) WHERE node_type = 'approval' AND status = 'waiting';
