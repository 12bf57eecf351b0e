import type { Tool, ToolRisk } from '@portico/shared-types';

const reading = new Set(['GET', 'HEAD']);

/**
 * The risk of a tool that nobody rated: what only reads is low; what writes elsewhere, runs a workflow or comes from an
 * MCP server, whose tools nobody here knows, is high.
 */
export function rateTool(tool: Tool): ToolRisk {
  switch (tool.type) {
    case 'builtin':
    case 'knowledge':
      return 'low';
    case 'http':
      return reading.has(tool.request.method) ? 'low' : 'high';
    case 'workflow':
    case 'mcp':
    case 'client':
      return 'high';
  }
}
