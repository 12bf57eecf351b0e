-- Totals of model calls and replies on a UTC day. An empty id means calls outside of an agent or an interface.
CREATE TABLE usage_days (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day date NOT NULL,
  agent_id text NOT NULL,
  interface_id text NOT NULL,
  model text NOT NULL,
  -- Many calls of one agent at the same time would wait for each other's row, so a day has several of each.
  slot smallint NOT NULL,
  credits float8 NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  completion_tokens bigint NOT NULL DEFAULT 0,
  replies bigint NOT NULL DEFAULT 0,
  requests bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, day, agent_id, interface_id, model, slot)
);
