-- When a waiting visitor gets the away message; null unless the conversation is waiting.
ALTER TABLE conversations ADD COLUMN timeout_at timestamptz;
CREATE INDEX conversations_by_timeout ON conversations (timeout_at) WHERE timeout_at IS NOT NULL;
