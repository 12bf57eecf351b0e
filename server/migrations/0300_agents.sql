-- Agents. Their tools are `json`: jsonb would reorder what the caller wrote.

CREATE TABLE agents (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  -- Null follows DEFAULT_MODEL.
  model text,
  system_prompt text NOT NULL,
  temperature float8 NOT NULL,
  top_p float8,
  max_tokens int NOT NULL,
  knowledge_base_ids text[] NOT NULL,
  tools json NOT NULL,
  max_steps int NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX agents_by_workspace ON agents (workspace_id, id DESC);
