import type { Agent, Tool } from '@portico/shared-types';
import { currentTime } from './current-time.ts';
import { fetchUrl } from './fetch-url.ts';

const builtins = { current_time: currentTime, fetch_url: fetchUrl } as const;

/**
 * The read-only view of an agent's tools (docs/reference/agents.md#fields). The tool names of an MCP server are known
 * only after asking it.
 */
export function describeTools(tools: readonly Tool[]): Agent['available_tools'] {
  return tools.flatMap((tool) => {
    if (tool.type === 'builtin') {
      return [{ name: tool.name, description: builtins[tool.name].description }];
    }
    if (tool.type !== 'mcp') return [{ name: tool.name, description: tool.description }];
    const server = new URL(tool.url).host;
    if (tool.allow === undefined) return [{ name: 'mcp', description: `The tools of the MCP server ${server}.` }];
    return tool.allow.map((name) => ({ name, description: `A tool of the MCP server ${server}.` }));
  });
}
