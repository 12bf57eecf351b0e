-- Large documents wait for separate slots, so that small ones need not wait for them: more than one MiB, or of an unknown
-- size (documents.claims.sql.ts).
DROP INDEX documents_by_turn;
CREATE INDEX documents_small_by_turn ON documents (workspace_id, due_at)
  WHERE due_at IS NOT NULL AND file_size <= 1048576;
CREATE INDEX documents_large_by_turn ON documents (workspace_id, due_at)
  WHERE due_at IS NOT NULL AND (file_size > 1048576 OR file_size IS NULL);
