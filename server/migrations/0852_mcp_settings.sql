-- The items that the MCP server offers: {agents, workflows, knowledge_bases}, each "all", "none" or ids; a missing one
-- means "all".
ALTER TABLE workspaces ADD COLUMN mcp jsonb NOT NULL DEFAULT '{}';
