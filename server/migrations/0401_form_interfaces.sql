-- Form interfaces, their visitors' uploads, and their submissions.

CREATE TABLE form_interfaces (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- Unique on the server: it is the public address.
  slug text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  target_type text NOT NULL CHECK (target_type IN ('workflow', 'agent')),
  workflow_id text REFERENCES workflows (id),
  agent_id text REFERENCES agents (id),
  -- All other writable fields.
  settings json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX form_interfaces_by_workspace ON form_interfaces (workspace_id, id DESC);
CREATE INDEX form_interfaces_by_workflow ON form_interfaces (workflow_id) WHERE workflow_id IS NOT NULL;
CREATE INDEX form_interfaces_by_agent ON form_interfaces (agent_id) WHERE agent_id IS NOT NULL;

CREATE TABLE form_uploads (
  -- Hash of the capability by which its visitor refers to the file.
  ref_hash bytea PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL REFERENCES form_interfaces (id) ON DELETE CASCADE,
  file_id text NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  session_id text,
  -- Set once a submission has it; files that are not claimed within a day are deleted.
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX form_uploads_by_interface ON form_uploads (interface_id);
CREATE INDEX form_uploads_by_file ON form_uploads (file_id);
CREATE INDEX form_uploads_unclaimed ON form_uploads (created_at) WHERE claimed_at IS NULL;

CREATE TABLE form_submissions (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL REFERENCES form_interfaces (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('submitted', 'processing', 'running', 'completed', 'failed')),
  message text NOT NULL,
  inputs json NOT NULL,
  urls text[] NOT NULL,
  file_ids text[] NOT NULL,
  extraction_mode text NOT NULL CHECK (extraction_mode IN ('text', 'markdown', 'html')),
  output text,
  error json,
  execution_id text,
  thread_id text,
  -- The newest forwarded event of its run. It is updated together with forwarding the next one, so that no event is
  -- forwarded twice.
  followed int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  -- When a sweep treats it as abandoned; null once it has ended.
  due_at timestamptz,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);
CREATE INDEX form_submissions_by_interface ON form_submissions (interface_id, submitted_at DESC, id DESC);
CREATE INDEX form_submissions_by_due ON form_submissions (due_at) WHERE due_at IS NOT NULL;

-- The contents of a submission in order: the message, each file, each address.
CREATE TABLE form_sources (
  submission_id text NOT NULL REFERENCES form_submissions (id) ON DELETE CASCADE,
  place int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'file', 'url')),
  name text,
  url text,
  file_id text,
  text text,
  page_starts json,
  read_at timestamptz,
  PRIMARY KEY (submission_id, place)
);
