-- The submission, or the thread of the visitor, that caused a run, also through the agents and workflows in between.
ALTER TABLE credit_payers ADD COLUMN cause_id text;
UPDATE credit_payers SET cause_id = form_submissions.id FROM form_submissions WHERE form_submissions.id = run_id;
UPDATE credit_payers SET cause_id = form_submissions.id FROM form_submissions WHERE execution_id = run_id;
CREATE INDEX credit_payers_by_cause ON credit_payers (cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX executions_by_retried ON executions (retry_of) WHERE retry_of IS NOT NULL;

-- Executions and deliveries of webhooks are kept longer than what caused them. So that requests of data subjects still
-- find them, this keeps by what the person was found when the submission, the visit or the visitor was deleted.
CREATE TABLE deleted_causes (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  cause_id text NOT NULL,
  -- Only a digest (trait_digest): this is deleted data.
  trait bytea NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (workspace_id, cause_id, trait)
);
CREATE INDEX deleted_causes_by_trait ON deleted_causes (workspace_id, trait);

-- The kinds: 'email' (in lower case), 'email of user' (of a visitor with a user id), 'user_id', 'visitor_id', and
-- 'visitor' (the id of the row, for a visitor who is not deleted yet).
CREATE FUNCTION trait_digest(workspace_id text, kind text, value text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(workspace_id || ' ' || kind || ' ' || value, 'UTF8'))
$$;

-- The executions that exist, with those that repeated them.
CREATE FUNCTION executions_caused_by(cause text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE caused AS (
    SELECT run_id AS id FROM credit_payers WHERE cause_id = cause
    UNION
    SELECT again.id FROM executions again JOIN caused ON again.retry_of = caused.id
  ) SELECT id FROM executions WHERE id IN (SELECT id FROM caused)
$$;

-- Whether something of a cause may still exist that was deleted at this time: one of its executions, or a delivery from
-- before, because which deliveries are about it is only known once they are read. A workspace is deleted with both.
CREATE FUNCTION outlives_cause(workspace text, cause text, deleted_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM workspaces WHERE id = workspace) AND (
    EXISTS (SELECT executions_caused_by(cause))
    OR EXISTS (SELECT FROM webhooks WHERE workspace_id = workspace AND EXISTS (
      SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND created_at <= deleted_at)))
$$;

CREATE FUNCTION keep_cause_of_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF outlives_cause(OLD.workspace_id, OLD.id, clock_timestamp()) THEN
    INSERT INTO deleted_causes (cause_id, workspace_id, trait)
    SELECT OLD.id, OLD.workspace_id, trait_digest(OLD.workspace_id, 'email', address)
    FROM submitted_addresses WHERE submission_id = OLD.id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER form_submissions_cause BEFORE DELETE ON form_submissions
FOR EACH ROW EXECUTE FUNCTION keep_cause_of_submission();

CREATE FUNCTION keep_cause_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF outlives_cause(OLD.workspace_id, OLD.thread_id, clock_timestamp()) THEN
    INSERT INTO deleted_causes (cause_id, workspace_id, trait)
    VALUES (OLD.thread_id, OLD.workspace_id, trait_digest(OLD.workspace_id, 'visitor', OLD.visitor))
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER chat_sessions_cause BEFORE DELETE ON chat_sessions
FOR EACH ROW EXECUTE FUNCTION keep_cause_of_session();

-- For the sessions that were deleted before, and for those that are deleted with the visitor.
CREATE FUNCTION keep_causes_of_visitor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  email text := CASE WHEN OLD.user_id IS NULL THEN 'email' ELSE 'email of user' END;
BEGIN
  INSERT INTO deleted_causes (cause_id, workspace_id, trait)
  SELECT cause.id, OLD.workspace_id, trait_digest(OLD.workspace_id, trait.kind, trait.value)
  FROM (
    SELECT cause_id AS id FROM deleted_causes
    WHERE workspace_id = OLD.workspace_id AND trait = trait_digest(OLD.workspace_id, 'visitor', OLD.id)
    UNION
    SELECT thread_id FROM chat_sessions
    WHERE visitor = OLD.id AND outlives_cause(OLD.workspace_id, thread_id, clock_timestamp())
  ) AS cause, (VALUES
    ('visitor_id', OLD.visitor_id), ('user_id', OLD.user_id),
    (email, lower(OLD.user_email)), (email, lower(OLD.contact_email))
  ) AS trait (kind, value)
  WHERE trait.value IS NOT NULL AND EXISTS (SELECT FROM workspaces WHERE id = OLD.workspace_id)
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
CREATE TRIGGER chat_visitors_causes BEFORE DELETE ON chat_visitors
FOR EACH ROW EXECUTE FUNCTION keep_causes_of_visitor();
