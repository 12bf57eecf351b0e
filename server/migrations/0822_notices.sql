-- Notices about conversations that have to be sent: that a visitor waits (`waiting`), which becomes a row for each
-- address and for the webhook when it is due, and a person's messages to a visitor who is away (`visitor`).
CREATE TABLE conversation_notices (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  conversation_id text NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('waiting', 'mail', 'webhook', 'visitor')),
  -- The first or the second notice of a wait; 0 for other notices.
  number int NOT NULL,
  recipient text,
  due_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  lease_token int NOT NULL DEFAULT 0,
  lease_until timestamptz,
  broken_off int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX conversation_notices_by_due ON conversation_notices (workspace_id, (coalesce(lease_until, due_at)));
CREATE INDEX conversation_notices_by_conversation ON conversation_notices (conversation_id);
-- Messages to a visitor are joined.
CREATE UNIQUE INDEX conversation_notices_to_visitor ON conversation_notices (conversation_id) WHERE kind = 'visitor';

-- When a visitor was last seen to follow the thread, for visitors who left an address.
CREATE TABLE visitor_streams (
  thread_id text PRIMARY KEY REFERENCES threads (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);
-- The last message that was sent to the visitor by mail.
ALTER TABLE conversations ADD COLUMN mailed_at timestamptz;
-- The number of mails to one address in an hour is limited, over all conversations.
CREATE TABLE visitor_mails (
  address text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX visitor_mails_by_address ON visitor_mails (address, sent_at);

-- Links that resume a visitor's thread once. Tokens are stored as SHA-256.
CREATE TABLE resume_links (
  token_hash bytea PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL,
  visitor text NOT NULL REFERENCES chat_visitors (id) ON DELETE CASCADE,
  thread_id text NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX resume_links_by_end ON resume_links (expires_at);
