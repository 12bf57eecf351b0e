-- Conversations by tag, in the order of their list: an index over an array has no order.
CREATE TABLE conversation_tags (
  conversation_id text NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  tag text NOT NULL,
  workspace_id text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, tag)
);

CREATE FUNCTION list_conversation_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM conversation_tags WHERE conversation_id = NEW.id AND tag <> ALL (NEW.tags);
  INSERT INTO conversation_tags (conversation_id, tag, workspace_id, updated_at)
  SELECT DISTINCT NEW.id, tag, NEW.workspace_id, NEW.updated_at FROM unnest(NEW.tags) AS tag
  ON CONFLICT (conversation_id, tag) DO UPDATE SET updated_at = EXCLUDED.updated_at;
  RETURN NULL;
END $$;
CREATE TRIGGER conversations_tagged AFTER INSERT ON conversations
FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION list_conversation_tags();
CREATE TRIGGER conversations_tagged_again AFTER UPDATE OF tags, updated_at ON conversations
FOR EACH ROW WHEN (NEW.tags IS DISTINCT FROM OLD.tags OR NEW.tags <> '{}' AND NEW.updated_at <> OLD.updated_at)
EXECUTE FUNCTION list_conversation_tags();

INSERT INTO conversation_tags (conversation_id, tag, workspace_id, updated_at)
SELECT DISTINCT id, tag, workspace_id, updated_at FROM conversations, unnest(tags) AS tag;
CREATE INDEX conversation_tags_by_tag ON conversation_tags (workspace_id, tag, updated_at DESC, conversation_id DESC);

-- For less common filters of the list of conversations.
CREATE INDEX conversations_unanswered ON conversations (workspace_id, updated_at DESC, id DESC)
  WHERE unanswered_count > 0;
CREATE INDEX conversations_by_rating ON conversations (workspace_id, rating, updated_at DESC, id DESC)
  WHERE rating IS NOT NULL;
CREATE INDEX conversations_by_csat ON conversations (workspace_id, csat_score, updated_at DESC, id DESC)
  WHERE csat_score IS NOT NULL;
-- conversations_of_interface serves the same queries.
DROP INDEX conversations_by_interface;

-- Groups of questions as counted in one chat interface.
CREATE TABLE interface_questions (
  group_id text NOT NULL REFERENCES question_groups (id) ON DELETE CASCADE,
  interface_id text NOT NULL,
  workspace_id text NOT NULL,
  state text NOT NULL,
  count int NOT NULL,
  last_asked_at timestamptz NOT NULL,
  PRIMARY KEY (group_id, interface_id)
);

CREATE OR REPLACE FUNCTION count_grouped_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE question_groups g SET count = g.count + added.count,
    last_asked_at = greatest(g.last_asked_at, added.last_asked_at), updated_at = now()
  FROM (SELECT group_id, count(*) AS count, max(asked_at) AS last_asked_at FROM new_questions GROUP BY 1) AS added
  WHERE g.id = added.group_id;
  INSERT INTO interface_questions AS known (group_id, interface_id, workspace_id, state, count, last_asked_at)
  SELECT g.id, added.interface_id, g.workspace_id, g.state, added.count, added.last_asked_at
  FROM (
    SELECT group_id, interface_id, count(*) AS count, max(asked_at) AS last_asked_at FROM new_questions
    WHERE interface_id IS NOT NULL GROUP BY 1, 2
  ) AS added JOIN question_groups g ON g.id = added.group_id
  ON CONFLICT (group_id, interface_id) DO UPDATE SET count = known.count + EXCLUDED.count,
    last_asked_at = greatest(known.last_asked_at, EXCLUDED.last_asked_at);
  RETURN NULL;
END $$;

CREATE FUNCTION uncount_interface_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE interface_questions i SET count = i.count - gone.count,
    last_asked_at = coalesce((SELECT max(asked_at) FROM grouped_questions q
      WHERE q.group_id = i.group_id AND q.interface_id = i.interface_id), i.last_asked_at)
  FROM (
    SELECT group_id, interface_id, count(*) AS count FROM old_questions WHERE interface_id IS NOT NULL GROUP BY 1, 2
  ) AS gone
  WHERE i.group_id = gone.group_id AND i.interface_id = gone.interface_id;
  DELETE FROM interface_questions i WHERE i.count <= 0 AND i.group_id IN (SELECT group_id FROM old_questions);
  RETURN NULL;
END $$;
CREATE TRIGGER grouped_questions_removed_from_interface AFTER DELETE ON grouped_questions
REFERENCING OLD TABLE AS old_questions FOR EACH STATEMENT EXECUTE FUNCTION uncount_interface_questions();

CREATE FUNCTION show_question_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE interface_questions SET state = NEW.state WHERE group_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER question_groups_changed AFTER UPDATE OF state ON question_groups
FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION show_question_state();

INSERT INTO interface_questions (group_id, interface_id, workspace_id, state, count, last_asked_at)
SELECT g.id, q.interface_id, g.workspace_id, g.state, count(*), max(q.asked_at)
FROM grouped_questions q JOIN question_groups g ON g.id = q.group_id
WHERE q.interface_id IS NOT NULL GROUP BY g.id, q.interface_id;
CREATE INDEX interface_questions_open
  ON interface_questions (workspace_id, interface_id, count DESC, last_asked_at DESC, group_id)
  WHERE state IN ('unanswered', 'unsure');
CREATE INDEX interface_questions_by_state
  ON interface_questions (workspace_id, interface_id, state, count DESC, last_asked_at DESC, group_id);

-- Contains the complete order of the list, so that skipping the groups before a page needs only the index.
DROP INDEX question_groups_by_count;
CREATE INDEX question_groups_open ON question_groups (workspace_id, count DESC, last_asked_at DESC, id)
  WHERE state IN ('unanswered', 'unsure') AND count > 0;
DROP INDEX question_groups_by_state;
CREATE INDEX question_groups_by_state
  ON question_groups (workspace_id, state, count DESC, last_asked_at DESC, id);
-- Questions of a period are grouped from the index alone.
DROP INDEX grouped_questions_by_time;
CREATE INDEX grouped_questions_by_time ON grouped_questions (workspace_id, asked_at) INCLUDE (group_id, interface_id);
