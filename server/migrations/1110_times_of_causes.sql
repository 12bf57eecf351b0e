-- Since webhooks have a column `deleted_at` (1040), the name in this function meant the column instead of the argument, so
-- that nothing outlived its cause but executions: erasures missed the deliveries of what was deleted before.
CREATE OR REPLACE FUNCTION outlives_cause(workspace text, cause text, deleted_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM workspaces WHERE id = workspace) AND (
    EXISTS (SELECT executions_caused_by(ARRAY[cause]))
    OR EXISTS (SELECT FROM webhooks WHERE workspace_id = workspace AND EXISTS (
      SELECT FROM webhook_deliveries
      WHERE webhook_id = webhooks.id AND created_at <= outlives_cause.deleted_at)))
$$;
