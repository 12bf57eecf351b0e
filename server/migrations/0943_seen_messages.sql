-- When the person's newest message was written that the visitor's client has shown; `-infinity` if it has shown none yet,
-- null if it doesn't report it.
ALTER TABLE chat_sessions ADD COLUMN seen_up_to timestamptz;
