-- Solved challenges of chats: each is accepted once. A row is deleted when its challenge has expired.
CREATE TABLE chat_challenges (
  signature text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX chat_challenges_by_end ON chat_challenges (expires_at);
