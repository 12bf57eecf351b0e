-- Whether an execution that repeats this one, also through others, may continue its threads: it is in progress, or has
-- failed and can be repeated.
CREATE OR REPLACE FUNCTION has_open_retry(execution text) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE retry AS (
    SELECT id, status FROM executions WHERE retry_of = execution
    UNION
    SELECT again.id, again.status FROM executions again JOIN retry ON again.retry_of = retry.id
  ) SELECT EXISTS (SELECT FROM retry WHERE status NOT IN ('completed', 'cancelled'))
$$;
