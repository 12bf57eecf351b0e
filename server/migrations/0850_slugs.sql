-- Names for programs: models of the OpenAI-compatible API, tools of the MCP server.
ALTER TABLE agents ADD COLUMN slug text;
CREATE UNIQUE INDEX agents_by_slug ON agents (workspace_id, slug) WHERE slug IS NOT NULL;
ALTER TABLE workflows ADD COLUMN slug text;
CREATE UNIQUE INDEX workflows_by_slug ON workflows (workspace_id, slug) WHERE slug IS NOT NULL AND deleted_at IS NULL;
