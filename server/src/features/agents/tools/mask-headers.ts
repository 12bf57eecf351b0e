import type { Tool } from '@portico/shared-types';
import { invalid } from '../../../platform/errors.ts';
import { headerMask } from '../../../platform/header-mask.ts';
import { mapHeaders } from './map-headers.ts';

/** Tools for a reader without write access: the values of their headers are masked. */
export function maskHeaders<T extends Tool>(tools: readonly T[]): T[] {
  return mapHeaders(tools, () => headerMask);
}

/**
 * Replaces masks that a client sends back by the stored values. The stored tool is the one with the same name, or for
 * MCP the same address.
 * @throws ApiError 400 for a mask of a header that is not stored.
 */
export function unmaskHeaders<T extends Tool>(tools: readonly T[], stored: readonly Tool[], path = 'body.tools'): T[] {
  return tools.map((tool, index) => {
    const known = stored.find((candidate) => isSame(candidate, tool));
    const [restored = tool] = mapHeaders([tool], (value, name) => {
      if (value !== headerMask) return value;
      const kept = headersOf(known).get(name);
      if (kept !== undefined) return kept;
      const place = tool.type === 'http' ? 'request.headers' : 'headers';
      throw invalid({ path: `${path}[${index}].${place}.${name}`, message: 'is masked, but there is no stored value' });
    });
    return restored;
  });
}

function isSame(a: Tool, b: Tool): boolean {
  if (a.type === 'mcp' || b.type === 'mcp') return a.type === 'mcp' && b.type === 'mcp' && a.url === b.url;
  return a.type === b.type && a.name === b.name;
}

function headersOf(tool: Tool | undefined): ReadonlyMap<string, string> {
  const headers = tool?.type === 'http' ? tool.request.headers : tool?.type === 'mcp' ? tool.headers : undefined;
  return new Map(Object.entries(headers ?? {}));
}
