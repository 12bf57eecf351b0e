-- Knowledge bases, their documents and chunks, and the content of single submissions.

CREATE TABLE knowledge_bases (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  embedding_model text NOT NULL,
  -- Length of the model's vectors; known after the first one.
  dimensions int,
  chunk_size int NOT NULL,
  chunk_overlap int NOT NULL,
  -- Has an index for approximate search; small knowledge bases are searched exactly.
  is_indexed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX knowledge_bases_by_workspace ON knowledge_bases (workspace_id, id DESC);

CREATE TABLE documents (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  knowledge_base_id text NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  name text NOT NULL,
  source text NOT NULL CHECK (source IN ('text', 'file', 'url')),
  url text,
  mode text NOT NULL,
  metadata json NOT NULL,
  mime_type text,
  file_size bigint,
  -- Identifies the document when it is added again: the hash of its bytes, or of its address and mode.
  identity bytea NOT NULL,
  storage_key text,
  -- For a fetched address: the hash of the stored bytes, their content type, and the address after redirects.
  fetched_sha256 bytea,
  content_type text,
  fetched_url text,
  status text NOT NULL CHECK (status IN ('queued', 'processing', 'ready', 'failed')),
  error json,
  -- Chunks of this edition are searched (0: none yet); those of the next one are being created.
  edition int NOT NULL DEFAULT 0,
  next_edition int NOT NULL DEFAULT 1,
  fetched_edition int NOT NULL DEFAULT 0,
  chunk_count int NOT NULL DEFAULT 0,
  token_count int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  -- Incremented by each worker that claims it; a worker with an older number can write nothing.
  lease_token int NOT NULL DEFAULT 0,
  -- When a worker may claim it: immediately, after a pause, or when a lease has expired. Null for never.
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX documents_by_identity ON documents (knowledge_base_id, identity);
CREATE INDEX documents_by_base ON documents (knowledge_base_id, id DESC);
CREATE INDEX documents_by_due ON documents (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE chunks (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  knowledge_base_id text NOT NULL,
  document_id text NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  edition int NOT NULL,
  ordinal int NOT NULL,
  content text NOT NULL,
  token_count int NOT NULL,
  metadata jsonb NOT NULL,
  -- Exactly one of the two contains the vector: a long one doesn't fit on a page together with the other columns.
  embedding vector,
  wide_embedding vector,
  search tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('english', content)) STORED,
  UNIQUE (document_id, edition, ordinal)
);
-- Stored in the row itself: from a long row Postgres moves any column that it may to the TOAST table, even the ids and
-- the metadata, and an exact scan would have to fetch them for every row.
ALTER TABLE chunks ALTER COLUMN embedding SET STORAGE PLAIN;
ALTER TABLE chunks ALTER COLUMN id SET STORAGE PLAIN;
ALTER TABLE chunks ALTER COLUMN workspace_id SET STORAGE PLAIN;
ALTER TABLE chunks ALTER COLUMN knowledge_base_id SET STORAGE PLAIN;
ALTER TABLE chunks ALTER COLUMN document_id SET STORAGE PLAIN;
ALTER TABLE chunks ALTER COLUMN metadata SET STORAGE MAIN;
ALTER TABLE chunks ALTER COLUMN wide_embedding SET STORAGE EXTERNAL;
CREATE INDEX chunks_by_base ON chunks (knowledge_base_id);
CREATE INDEX chunks_by_words ON chunks USING gin (search);

-- Content that belongs to one submission and is only searched for it.
CREATE TABLE content_scopes (
  scope text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  embedding_model text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE content_chunks (
  scope text NOT NULL REFERENCES content_scopes (scope) ON DELETE CASCADE,
  item int NOT NULL,
  ordinal int NOT NULL,
  id text NOT NULL UNIQUE,
  source json NOT NULL,
  content text NOT NULL,
  metadata json NOT NULL,
  embedding vector NOT NULL,
  PRIMARY KEY (scope, item, ordinal)
);
ALTER TABLE content_chunks ALTER COLUMN embedding SET STORAGE EXTERNAL;
