import type { Tool, ToolRisk } from '@portico/shared-types';

const reading = new Set(['GET', 'HEAD']);

/**
 * The default risk of a tool: read-only tools are low; tools that write elsewhere, run a workflow or come from an MCP
 * server, whose tools are unknown, are high.
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
