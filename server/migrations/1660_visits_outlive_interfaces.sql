-- A chat interface with a hundred thousand visits took its deletion half a minute: the statement cleared the interface of
-- all of them, and of their visitors. It disappears at once now, and they lose it in steps (detach-visits.ts).
ALTER TABLE chat_visitors DROP CONSTRAINT chat_visitors_interface_id_fkey;
ALTER TABLE chat_sessions DROP CONSTRAINT chat_sessions_interface_id_fkey;
