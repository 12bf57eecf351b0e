-- A search of conversations also finds their subjects. Since version 1, the words of a conversation include its subject.
-- `is_indexed` (0925) doesn't show that: processes of older versions set it, too, once they have stored only the words of
-- the messages and the visitor. They don't know this column, so it is 0 for the conversations that they create.
ALTER TABLE conversations ADD COLUMN indexed_version int NOT NULL DEFAULT 1;
ALTER TABLE conversations ALTER COLUMN indexed_version SET DEFAULT 0;
UPDATE conversations SET indexed_version = 0 WHERE NOT is_indexed OR subject IS NOT NULL;
CREATE INDEX conversations_unindexed ON conversations (id) WHERE indexed_version < 1;
-- Without statistics, the planner expects a third of all conversations to be unindexed. To find out whether there is one,
-- each search would read the whole table.
ANALYZE conversations (indexed_version);

-- Processes of older versions don't store the words of a subject that they change.
CREATE FUNCTION unindex_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.indexed_version := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER conversations_renamed BEFORE UPDATE OF subject ON conversations
  FOR EACH ROW WHEN (NEW.subject IS DISTINCT FROM OLD.subject) EXECUTE FUNCTION unindex_conversation();
