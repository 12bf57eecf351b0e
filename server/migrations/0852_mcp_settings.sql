-- What the MCP server offers: {agents, workflows, knowledge_bases}, each "all", "none" or ids; what is missing is "all".
ALTER TABLE workspaces ADD COLUMN mcp jsonb NOT NULL DEFAULT '{}';
