import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { findFormFault } from '../../../platform/json-schema/find-schema-fault.ts';
import type { ChatTool } from '../../../platform/models/chat-model.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Maximum number of a server's tools (docs/reference/agents.md#mcp-servers). */
const maxTools = 500;
/** Maximum length of their names, descriptions and schemas together: each reply sends them to the model. */
const maxCharacters = 1024 * 1024;

/**
 * The tools of an MCP server that can be offered to a model: without those whose schema is too large, and only as many
 * as the limits allow. The pages of the list end where a page is named again.
 */
export async function listMcpTools(
  platform: Platform,
  client: Client,
  allow: readonly string[] | undefined,
): Promise<ChatTool[]> {
  const found: ChatTool[] = [];
  const cursors = new Set<string>();
  let left = maxCharacters;
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'tools/list', params }, ListToolsResultSchema);
    for (const { name, description = '', inputSchema } of page.tools) {
      if (allow?.includes(name) === false) continue;
      // MCP allows a schema without properties; OpenAI rejects a request with one.
      const parameters = { ...inputSchema, properties: inputSchema.properties ?? {} };
      const fault = findFormFault(parameters);
      if (fault !== undefined) {
        const reason = `its inputSchema${fault.path} ${fault.message}`;
        platform.log.warn({ name: name.slice(0, 100), reason }, 'a tool of an MCP server is left out');
        continue;
      }
      left -= name.length + description.length + JSON.stringify(parameters).length;
      if (left < 0 || found.length === maxTools) {
        platform.log.warn({ used: found.length }, 'the list of tools of an MCP server is too long');
        return found;
      }
      found.push({ name, description, parameters });
    }
    cursor = page.nextCursor === undefined || cursors.has(page.nextCursor) ? undefined : page.nextCursor;
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
  return found;
}
