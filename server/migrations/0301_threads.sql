-- Threads, their messages, and the requested replies that are not finished.

CREATE TABLE threads (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- No foreign key: the threads of a deleted agent stay readable.
  agent_id text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  title text,
  metadata json NOT NULL,
  -- Chosen by the feature that creates the thread, so that a repeated request creates only one.
  key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, key)
);
CREATE INDEX threads_by_workspace ON threads (workspace_id, id DESC);
CREATE INDEX threads_by_agent ON threads (workspace_id, agent_id, id DESC);

CREATE TABLE messages (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  thread_id text NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  -- The order in the thread: rows are added while the thread is locked.
  place bigint GENERATED ALWAYS AS IDENTITY,
  role text NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
  content text NOT NULL,
  status text NOT NULL CHECK (status IN ('complete', 'streaming', 'cancelled', 'failed')),
  tool_calls json,
  -- The results of a reply's tool calls, for the model's later turns; never shown.
  steps json,
  usage json,
  citations json NOT NULL DEFAULT '[]',
  attachments json NOT NULL DEFAULT '[]',
  feedback json,
  error json,
  client_message_id text,
  -- The user message to which a reply belongs.
  reply_to text,
  -- The newer reply that replaced this one.
  replaced_by text,
  created_at timestamptz NOT NULL
);
CREATE INDEX messages_by_thread ON messages (workspace_id, thread_id, place);
CREATE INDEX messages_by_question ON messages (reply_to) WHERE reply_to IS NOT NULL;
CREATE UNIQUE INDEX messages_by_client_id ON messages (thread_id, client_message_id) WHERE client_message_id IS NOT NULL;

-- A row for each unfinished reply; it is deleted with the terminal event. The oldest one of a thread is next.
CREATE TABLE replies (
  message_id text PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  workspace_id text NOT NULL,
  thread_id text NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY,
  -- Incremented by each process that claims it; a process with an older number can write nothing.
  lease_token int NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- The tool calls so far and their results, which a process that takes over doesn't repeat.
  steps json NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX replies_by_thread ON replies (thread_id, place);

-- The text of attached documents, extracted once.
CREATE TABLE attachment_texts (
  file_id text PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  text text NOT NULL
);
