export { createMcp } from './create-mcp.ts';
export { mcpRoutes } from './mcp.routes.ts';
