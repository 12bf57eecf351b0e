-- Drafts of interfaces that are shown before they are saved, each under a token that is valid for 15 minutes.
CREATE TABLE interface_previews (
  token_hash bytea PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL,
  -- The whole interface as it would be saved.
  draft json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX interface_previews_by_interface ON interface_previews (interface_id, created_at DESC);
CREATE INDEX interface_previews_by_end ON interface_previews (expires_at);

-- Data from previews is not part of statistics.
ALTER TABLE chat_sessions ADD COLUMN preview boolean NOT NULL DEFAULT false;
ALTER TABLE form_submissions ADD COLUMN preview boolean NOT NULL DEFAULT false;
-- The draft that it was sent to; null for the saved form.
ALTER TABLE form_submissions ADD COLUMN draft json;
