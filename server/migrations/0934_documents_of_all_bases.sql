-- The list of the documents of all knowledge bases of a workspace, newest first.
CREATE INDEX documents_by_workspace ON documents (workspace_id, id DESC);
