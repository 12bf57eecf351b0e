import type { Tool } from '@portico/shared-types';

/** Returns the tools with every header value of their requests mapped. */
export function mapHeaders<T extends Tool>(tools: readonly T[], change: (value: string, name: string) => string): T[] {
  const all = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]));
  return tools.map((tool) => {
    if (tool.type === 'http' && tool.request.headers !== undefined) {
      return { ...tool, request: { ...tool.request, headers: all(tool.request.headers) } };
    }
    if (tool.type === 'mcp' && tool.headers !== undefined) return { ...tool, headers: all(tool.headers) };
    return tool;
  });
}
