-- Calls of tools that the visitor's page runs. A call is deleted with its message.
CREATE TABLE client_tool_calls (
  message_id text NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  call_id text NOT NULL,
  thread_id text NOT NULL,
  name text NOT NULL,
  arguments json NOT NULL,
  -- new: not claimed yet; taken: a page runs it; released: the page that ran it is closed.
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'taken', 'released')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The result for the model, once there is one: {ok, content}.
  outcome json,
  PRIMARY KEY (message_id, call_id)
);
CREATE INDEX client_tool_calls_open ON client_tool_calls (thread_id) WHERE outcome IS NULL;
