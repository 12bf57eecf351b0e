import type { McpTool, Tool } from '@portico/shared-types';
import { invalid } from '../../../platform/errors.ts';
import { maskRequest, unmaskRequest } from '../../../platform/mask-request.ts';

/** Tools for a reader without write access: secrets of their requests are masked. */
export function maskTools<T extends Tool>(tools: readonly T[]): T[] {
  return tools.map((tool) => {
    if (tool.type === 'http') return { ...tool, request: maskRequest(tool.request) };
    return tool.type === 'mcp' ? { ...tool, ...maskRequest<McpTool>(tool) } : tool;
  });
}

/**
 * Replaces masks that a client sends back by the stored values. The stored tool is the one with the same name, or for
 * MCP the same address.
 * @throws ApiError 400 for a mask of a value that is not stored.
 */
export function unmaskTools<T extends Tool>(tools: readonly T[], stored: readonly Tool[], path = 'body.tools'): T[] {
  return tools.map((tool, index) => {
    const known = findStored(tool, index, stored);
    const fail = (place: string): never => {
      throw invalid({ path: `${path}[${index}].${place}`, message: 'is masked, but no value of it is stored' });
    };
    if (tool.type === 'http') {
      const request = known?.type === 'http' ? known.request : undefined;
      return { ...tool, request: unmaskRequest(tool.request, request, (place) => fail(`request.${place}`)) };
    }
    if (tool.type !== 'mcp') return tool;
    return { ...tool, ...unmaskRequest<McpTool>(tool, known?.type === 'mcp' ? known : undefined, fail) };
  });
}

/** Servers can have addresses that differ only in what is masked: then it is the one in the same place. */
function findStored(tool: Tool, index: number, stored: readonly Tool[]): Tool | undefined {
  if (tool.type !== 'mcp') return stored.find((one) => one.type === tool.type && one.name === tool.name);
  const same = stored.find((one) => one.type === 'mcp' && one.url === tool.url);
  if (same !== undefined) return same;
  const { url } = maskRequest(tool);
  const alike = stored.filter((one) => one.type === 'mcp' && maskRequest(one).url === url);
  const inPlace = alike.find((one) => one === stored[index]);
  return inPlace ?? (alike.length === 1 ? alike[0] : undefined);
}
