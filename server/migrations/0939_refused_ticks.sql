-- Why the last tick of a schedule started nothing: {message, at}; NULL if it did, or if there has been none.
ALTER TABLE triggers ADD COLUMN last_error json;
-- The list of the sources of all knowledge bases of a workspace, newest first.
CREATE INDEX sources_by_workspace ON sources (workspace_id, id DESC);
