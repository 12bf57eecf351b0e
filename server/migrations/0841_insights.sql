-- When the visitor first asked for a person, or a person took over: a closed conversation loses its handover.
ALTER TABLE conversations ADD COLUMN handed_over_at timestamptz;
UPDATE conversations SET handed_over_at = coalesce(waiting_since, updated_at)
WHERE status IN ('waiting', 'human') OR handover IS NOT NULL;
CREATE FUNCTION note_handover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.handed_over_at = coalesce(NEW.handed_over_at, clock_timestamp());
  RETURN NEW;
END $$;
CREATE TRIGGER conversations_handed_over BEFORE INSERT OR UPDATE OF status ON conversations
FOR EACH ROW WHEN (NEW.status IN ('waiting', 'human')) EXECUTE FUNCTION note_handover();
CREATE INDEX conversations_by_creation ON conversations (workspace_id, created_at);

-- Questions that agents could not answer, or not with confidence, grouped by similarity.
CREATE TABLE question_groups (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('unanswered', 'unsure', 'answered', 'dismissed')),
  -- The text of the first question.
  question text NOT NULL,
  -- The terms of the first question, and their hashes together with workspace and state, by which similar questions are
  -- found.
  terms text[] NOT NULL,
  term_hashes int[] NOT NULL,
  count int NOT NULL DEFAULT 0,
  last_asked_at timestamptz,
  document_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX question_groups_by_state ON question_groups (workspace_id, state, count DESC, last_asked_at DESC);
CREATE INDEX question_groups_by_term ON question_groups USING gin (term_hashes) WITH (fastupdate = off)
  WHERE state IN ('unanswered', 'unsure');

CREATE TABLE grouped_questions (
  -- The reply.
  message_id text PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  workspace_id text NOT NULL,
  group_id text NOT NULL REFERENCES question_groups (id) ON DELETE CASCADE,
  agent_id text NOT NULL,
  -- Null if it was not asked in a chat.
  interface_id text,
  question text NOT NULL,
  asked_at timestamptz NOT NULL
);
CREATE INDEX grouped_questions_by_group ON grouped_questions (group_id, asked_at DESC);
CREATE INDEX grouped_questions_by_time ON grouped_questions (workspace_id, asked_at);

-- Counts are updated by triggers, so that they are correct however messages are deleted.
CREATE FUNCTION count_grouped_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE question_groups g SET count = g.count + added.count,
    last_asked_at = greatest(g.last_asked_at, added.last_asked_at), updated_at = now()
  FROM (SELECT group_id, count(*) AS count, max(asked_at) AS last_asked_at FROM new_questions GROUP BY 1) AS added
  WHERE g.id = added.group_id;
  RETURN NULL;
END $$;
CREATE TRIGGER grouped_questions_added AFTER INSERT ON grouped_questions REFERENCING NEW TABLE AS new_questions
FOR EACH STATEMENT EXECUTE FUNCTION count_grouped_questions();

CREATE FUNCTION uncount_grouped_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM question_groups g WHERE g.id IN (SELECT group_id FROM old_questions)
    AND NOT EXISTS (SELECT 1 FROM grouped_questions q WHERE q.group_id = g.id);
  UPDATE question_groups g SET count = g.count - gone.count,
    last_asked_at = (SELECT max(asked_at) FROM grouped_questions q WHERE q.group_id = g.id),
    -- What was deleted is not quoted.
    question = CASE WHEN EXISTS (SELECT 1 FROM grouped_questions q WHERE q.group_id = g.id AND q.question = g.question)
      THEN g.question
      ELSE (SELECT q.question FROM grouped_questions q WHERE q.group_id = g.id ORDER BY asked_at DESC LIMIT 1) END,
    updated_at = now()
  FROM (SELECT group_id, count(*) AS count FROM old_questions GROUP BY 1) AS gone
  WHERE g.id = gone.group_id;
  RETURN NULL;
END $$;
CREATE TRIGGER grouped_questions_removed AFTER DELETE ON grouped_questions REFERENCING OLD TABLE AS old_questions
FOR EACH STATEMENT EXECUTE FUNCTION uncount_grouped_questions();

-- Replies whose outcome has changed since they were last grouped; replies of older versions are not included.
CREATE TABLE questions_to_group (
  message_id text PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  workspace_id text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX questions_to_group_by_turn ON questions_to_group (workspace_id, position);

CREATE FUNCTION queue_question() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO questions_to_group (message_id, workspace_id) VALUES (NEW.id, NEW.workspace_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_to_group AFTER INSERT ON messages
FOR EACH ROW WHEN (NEW.outcome IN ('unanswered', 'unsure')) EXECUTE FUNCTION queue_question();
CREATE TRIGGER messages_to_group_again AFTER UPDATE OF outcome, replaced_by ON messages
FOR EACH ROW WHEN ((NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.replaced_by IS DISTINCT FROM OLD.replaced_by)
  AND (NEW.outcome IN ('unanswered', 'unsure') OR OLD.outcome IN ('unanswered', 'unsure')))
EXECUTE FUNCTION queue_question();
