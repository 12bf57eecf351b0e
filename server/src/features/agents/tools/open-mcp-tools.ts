import type { McpTool } from '@portico/shared-types';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { cutText } from '../../../platform/cut-text.ts';
import { toFieldErrors } from '../../../platform/http/parse.ts';
import { OutboundError } from '../../../platform/outbound/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenTool } from './open-tool.ts';

/** For connecting and listing the tools. */
const openMs = 10_000;
/** The outbound client has the same limit for each exchange (docs/reference/outbound.md#bounds). */
const callMs = 30_000;
const maxReasonCharacters = 300;

export interface McpConnection {
  readonly tools: OpenTool[];
  close(): Promise<void>;
}

/** Lists the tools of an MCP server (Streamable HTTP) and keeps the session open for calls. */
export async function openMcpTools(platform: Platform, tool: McpTool, signal: AbortSignal): Promise<McpConnection> {
  const client = new Client(
    { name: 'portico', version: '1.0.0' },
    // The SDK would compile the server's schemas; a hostile schema could block the process.
    {
      jsonSchemaValidator: {
        getValidator: () => (input: unknown) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(tool.url), {
    fetch: platform.outbound.fetch,
    requestInit: { headers: tool.headers ?? {} },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const close = async (): Promise<void> => {
    await transport.terminateSession().catch(() => undefined);
    await client.close().catch(() => undefined);
  };
  // The server decides how many pages its list has. Once they are read, the signal must not fire any more: the client
  // would report each request as cancelled.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), openMs);
  const opening = { signal: AbortSignal.any([signal, late.signal]) };
  try {
    await client.connect(transport, opening);
    const tools: OpenTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, opening);
      for (const { name, description, inputSchema } of page.tools) {
        if (tool.allow?.includes(name) === false) continue;
        // MCP allows a schema without properties; OpenAI rejects a request with one.
        const parameters = { ...inputSchema, properties: inputSchema.properties ?? {} };
        tools.push({ name, description: description ?? '', parameters, run: callTool(client, name) });
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined && tools.length < 500);
    return { tools, close };
  } catch (error) {
    await close();
    throw toLoggable(error);
  } finally {
    clearTimeout(timer);
  }
}

function callTool(client: Client, name: string): OpenTool['run'] {
  return async (input, { signal }) => {
    try {
      const answer = CallToolResultSchema.parse(
        await client.callTool({ name, arguments: input }, CallToolResultSchema, { signal, timeout: callMs }),
      );
      return { ok: answer.isError !== true, content: readContent(answer) };
    } catch (error) {
      throw toLoggable(error);
    }
  };
}

/**
 * An error for the log. Those of the SDK list every issue of a response, or quote the whole of it; errors of the outbound
 * client are short, and may be shown to the model.
 */
function toLoggable(error: unknown): Error {
  if (error instanceof OutboundError) return error;
  const [fault] = error instanceof z.core.$ZodError ? toFieldErrors('response', error.issues.slice(0, 1)) : [];
  const reason = fault === undefined ? String(error) : `${fault.path} ${fault.message}`;
  return new Error(`the MCP server: ${cutText(reason, maxReasonCharacters)}`);
}

function readContent({ content, structuredContent }: CallToolResult): string {
  const texts = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'resource' && 'text' in part.resource) return z.string().catch('').parse(part.resource.text);
    if (part.type === 'resource_link') return part.uri;
    return `(${part.type} left out)`;
  });
  if (texts.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return texts.join('\n\n');
}
