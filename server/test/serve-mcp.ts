import type { ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** Has an MCP server respond to a request whose body, which may be empty, was read. */
export async function serveMcp(mcp: McpServer | Server, response: ServerResponse, body: string): Promise<void> {
  const transport = new StreamableHTTPServerTransport({});
  await mcp.connect(transport);
  await transport.handleRequest(response.req, response, body === '' ? undefined : JSON.parse(body));
}
