-- Challenges of chats that were solved: each is taken once. A row goes when its challenge has expired.
CREATE TABLE chat_challenges (
  signature text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX chat_challenges_by_end ON chat_challenges (expires_at);
