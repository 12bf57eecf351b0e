-- The threads of an execution's agents are deleted with it. Their keys begin with its id.
CREATE INDEX threads_by_execution ON threads (split_part(key, ':', 1), id) WHERE starts_with(key, 'exe_');

-- Whether an execution that repeats this one, also through others, is in progress: it may continue its threads.
CREATE FUNCTION has_open_retry(execution text) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE retry AS (
    SELECT id, status FROM executions WHERE retry_of = execution
    UNION
    SELECT again.id, again.status FROM executions again JOIN retry ON again.retry_of = retry.id
  ) SELECT EXISTS (SELECT FROM retry WHERE status NOT IN ('completed', 'failed', 'cancelled'))
$$;

-- A retry has the payer and the cause of what it repeats. Older versions did not store them.
WITH RECURSIVE paid AS (
  SELECT again.id, payer.workspace_id, payer.interface_id, payer.locale, payer.cause_id
  FROM executions again JOIN credit_payers payer ON payer.run_id = again.retry_of
  UNION
  SELECT again.id, paid.workspace_id, paid.interface_id, paid.locale, paid.cause_id
  FROM executions again JOIN paid ON again.retry_of = paid.id
)
INSERT INTO credit_payers (run_id, workspace_id, interface_id, locale, cause_id)
SELECT id, workspace_id, interface_id, locale, cause_id FROM paid
ON CONFLICT (run_id) DO NOTHING;
