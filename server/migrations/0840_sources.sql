-- Websites, sitemaps and lists of addresses that fill a knowledge base and keep it fresh.
CREATE TABLE sources (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  knowledge_base_id text NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('website', 'sitemap', 'urls')),
  url text,
  urls json NOT NULL,
  include json NOT NULL,
  exclude json NOT NULL,
  max_pages int NOT NULL,
  max_depth int NOT NULL,
  css_include text,
  css_exclude text,
  respect_robots boolean NOT NULL,
  refresh text NOT NULL,
  -- Sealed, as they can carry credentials.
  headers bytea,
  status text NOT NULL CHECK (status IN ('idle', 'syncing', 'failed')),
  error json,
  last_run_at timestamptz,
  next_run_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sources_by_base ON sources (knowledge_base_id, id DESC);
CREATE INDEX sources_by_next_run ON sources (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE source_runs (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  source_id text NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('running', 'completed', 'failed', 'cancelled')),
  error json,
  discovered int NOT NULL DEFAULT 0,
  fetched int NOT NULL DEFAULT 0,
  created int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  unchanged int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  removed int NOT NULL DEFAULT 0,
  skipped int NOT NULL DEFAULT 0,
  -- Pages with text, which `max_pages` limits.
  kept int NOT NULL DEFAULT 0,
  -- The frontier has its first addresses.
  is_seeded boolean NOT NULL DEFAULT false,
  -- The lease (server/src/platform/leases); released by a process that did not die.
  due_at timestamptz,
  lease_token int NOT NULL DEFAULT 0,
  is_released boolean NOT NULL DEFAULT false,
  broken_off int NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE UNIQUE INDEX source_runs_running ON source_runs (source_id) WHERE status = 'running';
CREATE INDEX source_runs_by_source ON source_runs (source_id, id DESC);
CREATE INDEX source_runs_by_turn ON source_runs (workspace_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE source_pages (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  source_id text NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  url text NOT NULL,
  -- SHA-256 of the address, which is too long for an index.
  url_hash bytea NOT NULL,
  title text,
  status text NOT NULL CHECK (status IN ('queued', 'ready', 'unchanged', 'failed', 'skipped')),
  reason text,
  http_status int,
  document_id text REFERENCES documents (id) ON DELETE SET NULL,
  -- SHA-256 of the extracted text; only of pages whose text is in the knowledge base or on its way there.
  text_hash bytea,
  etag text,
  last_modified text,
  -- The number of runs in a row in which the page was gone.
  gone int NOT NULL DEFAULT 0,
  depth int NOT NULL,
  last_fetched_at timestamptz,
  last_changed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (source_id, url_hash)
);
CREATE INDEX source_pages_by_text ON source_pages (source_id, text_hash) WHERE text_hash IS NOT NULL;
CREATE INDEX source_pages_by_document ON source_pages (document_id) WHERE document_id IS NOT NULL;

-- The addresses that a run still has to visit. They are deleted when the run ends.
CREATE TABLE source_frontier (
  run_id text NOT NULL REFERENCES source_runs (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('page', 'sitemap')),
  url_hash bytea NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL,
  depth int NOT NULL,
  -- The redirects to this address, in order.
  hops int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  -- The id of the page's document, once it is processed.
  change text CHECK (change IN ('created', 'changed')),
  -- The state `indexing` waits for it.
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'indexing', 'done')),
  PRIMARY KEY (run_id, kind, url_hash)
);
CREATE INDEX source_frontier_next ON source_frontier (run_id, depth, position) WHERE state = 'queued';
CREATE INDEX source_frontier_indexing ON source_frontier (run_id) WHERE state = 'indexing';

CREATE TABLE source_changes (
  run_id text NOT NULL REFERENCES source_runs (id) ON DELETE CASCADE,
  position bigint GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL,
  change text NOT NULL CHECK (change IN ('created', 'changed', 'removed', 'failed')),
  reason text,
  PRIMARY KEY (run_id, position)
);

-- Requests to one host and port, from all workspaces and processes: when the next may start, and until when each of the
-- two connections is reserved. Milliseconds since the epoch, by the clock of the requesting process.
CREATE TABLE crawl_hosts (
  host text PRIMARY KEY,
  next_start_ms bigint NOT NULL DEFAULT 0,
  first_until_ms bigint NOT NULL DEFAULT 0,
  second_until_ms bigint NOT NULL DEFAULT 0
);

-- The source whose page a document contains; null for all others.
ALTER TABLE documents ADD COLUMN IF NOT EXISTS title text;
ALTER TABLE documents ADD COLUMN IF NOT EXISTS language text;
ALTER TABLE documents ADD COLUMN IF NOT EXISTS source_id text;
CREATE INDEX IF NOT EXISTS documents_by_source ON documents (source_id) WHERE source_id IS NOT NULL;
