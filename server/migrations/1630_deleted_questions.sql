-- Transactions that delete questions of the same groups lock these groups first, in the order of their ids: otherwise they
-- wait for each other, and two that delete the last questions of a group each see that of the other one and keep a group
-- without a question.
CREATE OR REPLACE FUNCTION uncount_grouped_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM question_groups WHERE id IN (SELECT group_id FROM old_questions) ORDER BY id FOR UPDATE;
  DELETE FROM question_groups g WHERE g.id IN (SELECT group_id FROM old_questions)
    AND NOT EXISTS (SELECT 1 FROM grouped_questions q WHERE q.group_id = g.id);
  UPDATE question_groups g SET count = g.count - gone.count,
    last_asked_at = (SELECT max(asked_at) FROM grouped_questions q WHERE q.group_id = g.id),
    updated_at = now()
  FROM (SELECT group_id, count(*) AS count FROM old_questions GROUP BY 1) AS gone
  WHERE g.id = gone.group_id;
  -- What was deleted is not quoted, and its terms are not kept.
  UPDATE question_groups g SET terms = '{}', term_hashes = '{}',
    question = (SELECT q.question FROM grouped_questions q WHERE q.group_id = g.id ORDER BY asked_at DESC LIMIT 1)
  WHERE g.id IN (SELECT group_id FROM old_questions)
    AND NOT EXISTS (SELECT 1 FROM grouped_questions q WHERE q.group_id = g.id AND q.question = g.question);
  RETURN NULL;
END $$;
