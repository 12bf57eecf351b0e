-- Conversations: the threads of chat sessions from the team's point of view.

-- Who answers in a thread: its agent, nobody (a reply in progress may still end), or a person, during which no reply is
-- claimed or stored.
ALTER TABLE threads ADD COLUMN answered_by text NOT NULL DEFAULT 'agent'
  CHECK (answered_by IN ('agent', 'nobody', 'person'));
-- Null: the author follows from the role: a visitor, the thread's agent or the system.
ALTER TABLE messages ADD COLUMN author json;
-- The address that a visitor has left for a later answer.
ALTER TABLE chat_visitors ADD COLUMN contact_email text;
CREATE INDEX chat_sessions_by_thread ON chat_sessions (thread_id, created_at DESC);

CREATE TABLE conversations (
  -- The conversation of thr_X has the id cnv_X.
  id text PRIMARY KEY,
  thread_id text NOT NULL UNIQUE REFERENCES threads (id) ON DELETE CASCADE,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  agent_id text NOT NULL,
  -- No foreign keys: a conversation outlives its interface, and then shows the stored data about it.
  interface_id text NOT NULL,
  interface_name text NOT NULL,
  interface_slug text NOT NULL,
  visitor_id text NOT NULL,
  status text NOT NULL DEFAULT 'bot' CHECK (status IN ('bot', 'waiting', 'human', 'closed')),
  assignee_id text,
  assignee json,
  subject text,
  tags text[] NOT NULL DEFAULT '{}',
  last_message json,
  unread_count int NOT NULL DEFAULT 0,
  waiting_since timestamptz,
  handover json,
  rating text CHECK (rating IN ('up', 'down')),
  csat_score int,
  csat json,
  unanswered_count int NOT NULL DEFAULT 0,
  cost_credits float8 NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz
);
CREATE INDEX conversations_by_update ON conversations (workspace_id, updated_at DESC, id DESC);
CREATE INDEX conversations_by_status ON conversations (workspace_id, status, updated_at DESC, id DESC);
CREATE INDEX conversations_by_assignee ON conversations (workspace_id, assignee_id, updated_at DESC, id DESC)
  WHERE assignee_id IS NOT NULL;
CREATE INDEX conversations_by_interface ON conversations (interface_id, updated_at DESC);

CREATE TABLE conversation_notes (
  id text PRIMARY KEY,
  conversation_id text NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- Notes are shown between messages, in the order in which both arrived.
  place bigint NOT NULL DEFAULT nextval(pg_get_serial_sequence('messages', 'place')),
  author json NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX conversation_notes_by_place ON conversation_notes (conversation_id, place);

CREATE TABLE saved_replies (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  shortcut text NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, shortcut)
);
CREATE INDEX saved_replies_by_workspace ON saved_replies (workspace_id, id DESC);

-- Creates a conversation, marked as read and answered by its agent, for each session's thread that has a visitor's
-- message and no conversation. It covers the sessions seen since `since`: those from before the upgrade, and those that
-- a process of an older version opens beside a newer one. Returns the number of conversations created.
CREATE FUNCTION fill_conversations(since timestamptz) RETURNS int LANGUAGE sql AS $$
  WITH made AS (
    INSERT INTO conversations (id, thread_id, workspace_id, agent_id, interface_id, interface_name, interface_slug,
      visitor_id, last_message, rating, unanswered_count, cost_credits, created_at, updated_at)
    SELECT 'cnv_' || substr(threads.id, 5), threads.id, threads.workspace_id, threads.agent_id, i.id, i.name, i.slug,
      v.visitor_id, newest.message, rated.rating, said.unanswered, said.credits, said.first_at, said.last_at
    FROM (
      SELECT DISTINCT ON (thread_id) thread_id, interface_id, visitor FROM chat_sessions
      WHERE last_seen_at >= since AND message_count > 0
      ORDER BY thread_id, created_at DESC
    ) AS s
    JOIN threads ON threads.id = s.thread_id
    JOIN chat_interfaces i ON i.id = s.interface_id
    JOIN chat_visitors v ON v.id = s.visitor
    CROSS JOIN LATERAL (
      SELECT min(m.created_at) FILTER (WHERE m.role = 'user') AS first_at, max(m.created_at) AS last_at,
        count(*) FILTER (WHERE m.outcome = 'unanswered' AND m.replaced_by IS NULL)::int AS unanswered,
        coalesce(sum((t.trace->>'credits')::float8), 0) AS credits
      FROM messages m LEFT JOIN reply_traces t ON t.message_id = m.id
      WHERE m.workspace_id = threads.workspace_id AND m.thread_id = threads.id
    ) AS said
    LEFT JOIN LATERAL (
      SELECT json_build_object('role', m.role, 'author_type', CASE m.role WHEN 'user' THEN 'visitor'
        WHEN 'assistant' THEN 'agent' ELSE 'system' END, 'preview', left(m.content, 200), 'at', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS message
      FROM messages m
      WHERE m.workspace_id = threads.workspace_id AND m.thread_id = threads.id AND m.role <> 'system'
      ORDER BY m.place DESC LIMIT 1
    ) AS newest ON true
    LEFT JOIN LATERAL (
      SELECT m.feedback->>'rating' AS rating FROM messages m
      WHERE m.workspace_id = threads.workspace_id AND m.thread_id = threads.id AND m.feedback IS NOT NULL
        AND m.feedback->>'rating' IS NOT NULL
      ORDER BY m.place DESC LIMIT 1
    ) AS rated ON true
    WHERE said.first_at IS NOT NULL
    ON CONFLICT (id) DO NOTHING RETURNING 1
  ) SELECT count(*)::int FROM made
$$;
SELECT fill_conversations('-infinity');

-- The words of each message, and of each visitor's name and address (key `visitor`), together with the workspace: one
-- look-up in the index finds a workspace's messages.
CREATE TABLE conversation_words (
  conversation_id text NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  key text NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (conversation_id, key)
);
CREATE INDEX conversation_words_by_word ON conversation_words USING gin (words);
-- False until the words of its older messages are stored, which is done after the start.
ALTER TABLE conversations ADD COLUMN is_indexed boolean NOT NULL DEFAULT false;
CREATE INDEX conversations_to_index ON conversations (id) WHERE NOT is_indexed;
