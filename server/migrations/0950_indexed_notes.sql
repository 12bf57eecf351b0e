-- A search of conversations also finds the team's notes. False until the words of a note are stored, which is done after the
-- start for the notes that processes of older versions store.
ALTER TABLE conversation_notes ADD COLUMN is_indexed boolean NOT NULL DEFAULT false;
CREATE INDEX conversation_notes_unindexed ON conversation_notes (id) WHERE NOT is_indexed;
