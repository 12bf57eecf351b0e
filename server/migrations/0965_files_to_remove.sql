-- Bytes in the storage of which no other row knows: they are being removed, or could not be, because the storage was
-- unavailable or the process ended.
CREATE TABLE files_to_remove (
  key text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX files_to_remove_by_due ON files_to_remove (due_at);
