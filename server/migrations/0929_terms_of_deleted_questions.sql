-- The terms of a group come from the question that opened it, and stayed when that question was deleted. A group without
-- terms gets those of its question at the next grouping, if it is open; those of the others are not used.
CREATE OR REPLACE FUNCTION uncount_grouped_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE INDEX question_groups_without_terms ON question_groups (id)
  WHERE terms = '{}' AND state IN ('unanswered', 'unsure');

-- Which of them are from deleted questions is not known.
UPDATE question_groups SET terms = '{}', term_hashes = '{}';
