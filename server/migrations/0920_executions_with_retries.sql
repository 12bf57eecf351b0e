-- Those of these executions that exist, and those that repeated one of them.
CREATE OR REPLACE FUNCTION executions_with_retries(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE caused AS (
    SELECT unnest(ids) AS id
    UNION
    SELECT again.id FROM executions again JOIN caused ON again.retry_of = caused.id
  ) SELECT id FROM executions WHERE id IN (SELECT id FROM caused)
$$;

-- For many causes at once, instead of one (0919_deleted_causes.sql).
CREATE OR REPLACE FUNCTION executions_caused_by(causes text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT executions_with_retries(ARRAY(SELECT run_id FROM credit_payers WHERE cause_id = ANY(causes)))
$$;

CREATE OR REPLACE FUNCTION outlives_cause(workspace text, cause text, deleted_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM workspaces WHERE id = workspace) AND (
    EXISTS (SELECT executions_caused_by(ARRAY[cause]))
    OR EXISTS (SELECT FROM webhooks WHERE workspace_id = workspace AND EXISTS (
      SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND created_at <= deleted_at)))
$$;

DROP FUNCTION IF EXISTS executions_caused_by(text);
