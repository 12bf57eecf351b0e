-- A conversation outlives its chat interface, and so do the visitor and the visits that led to it: they show whose it is,
-- and requests of data subjects find it by them. Visits without a conversation are deleted with the interface.
ALTER TABLE chat_visitors ALTER COLUMN interface_id DROP NOT NULL;
ALTER TABLE chat_visitors DROP CONSTRAINT chat_visitors_interface_id_fkey;
ALTER TABLE chat_visitors ADD CONSTRAINT chat_visitors_interface_id_fkey
  FOREIGN KEY (interface_id) REFERENCES chat_interfaces (id) ON DELETE SET NULL;

ALTER TABLE chat_sessions ALTER COLUMN interface_id DROP NOT NULL;
ALTER TABLE chat_sessions DROP CONSTRAINT chat_sessions_interface_id_fkey;
ALTER TABLE chat_sessions ADD CONSTRAINT chat_sessions_interface_id_fkey
  FOREIGN KEY (interface_id) REFERENCES chat_interfaces (id) ON DELETE SET NULL;

-- The thread of such a conversation can be deleted, too; retention finds what is left of the visits.
CREATE INDEX chat_sessions_without_interface ON chat_sessions (workspace_id, created_at) WHERE interface_id IS NULL;
