import type { McpTool } from '@portico/shared-types';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type CallToolResult, CallToolResultSchema, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { cutText } from '../../../platform/cut-text.ts';
import { toFieldErrors } from '../../../platform/http/parse.ts';
import { onAbort } from '../../../platform/on-abort.ts';
import type { ChatTool } from '../../../platform/models/chat-model.ts';
import { OutboundError } from '../../../platform/outbound/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { raceAbort } from '../../../platform/race-abort.ts';
import { limitMessages } from './limit-messages.ts';
import { listMcpTools } from './list-mcp-tools.ts';
import { type OpenTool, ToolError } from './open-tool.ts';

/** For connecting and listing the tools. */
const openMs = 10_000;
/** The outbound client has the same limit for each exchange (docs/reference/outbound.md#bounds). */
const callMs = 30_000;
/** For ending the session, which nobody waits for. */
const endMs = 5_000;
const maxReasonCharacters = 300;

export interface McpConnection {
  readonly tools: OpenTool[];
  close(): Promise<void>;
}

/** A connection to a server; `broken` fires if the server floods it with messages. */
interface Session {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  readonly broken: AbortSignal;
}

/** Lists the tools of an MCP server (Streamable HTTP) and keeps the session open for calls. */
export async function openMcpTools(platform: Platform, tool: McpTool, signal: AbortSignal): Promise<McpConnection> {
  const session = createSession(platform, tool);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('the tools were not listed in time')), openMs);
  try {
    // The signal isn't passed to the requests: for each one, also those that are answered, the client would report that
    // it was cancelled. Ending the session closes them.
    const opening = AbortSignal.any([signal, session.broken, late.signal]);
    const definitions = await raceAbort(openSession(platform, session, tool), opening);
    const tools = definitions.map((one) => ({ ...one, run: callTool(session, one.name) }));
    return { tools, close: async () => endSession(session) };
  } catch (error) {
    endSession(session);
    throw toLoggable(error);
  } finally {
    clearTimeout(timer);
  }
}

function createSession(platform: Platform, tool: McpTool): Session {
  const broken = new AbortController();
  const client = new Client(
    { name: 'portico', version: platform.version },
    // The SDK would compile the server's schemas; a hostile schema could block the process.
    {
      jsonSchemaValidator: {
        getValidator: () => (input: unknown) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(tool.url), {
    fetch: limitMessages(platform.outbound.fetch, (error) => broken.abort(error)),
    requestInit: { headers: tool.headers ?? {} },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  return { client, transport, broken: broken.signal };
}

async function openSession(
  platform: Platform,
  { client, transport }: Session,
  { allow }: McpTool,
): Promise<ChatTool[]> {
  await client.connect(transport);
  return listMcpTools(platform, client, allow);
}

/** Ends the session without waiting: a server that is slow to do so must not delay a finished reply. */
function endSession({ client, transport }: Session): void {
  const close = (): void => void client.close().catch(() => undefined);
  const timer = setTimeout(close, endMs);
  timer.unref();
  void transport
    .terminateSession()
    .catch(() => undefined)
    .finally(() => {
      clearTimeout(timer);
      close();
    });
}

function callTool({ client, broken }: Session, name: string): OpenTool['run'] {
  return async (input, { signal }) => {
    signal.throwIfAborted();
    broken.throwIfAborted();
    const over = new AbortController();
    const forget = [signal, broken].map((one) => onAbort(one, () => over.abort(one.reason)));
    const call = { method: 'tools/call' as const, params: { name, arguments: input } };
    try {
      // Not callTool: it also refuses a result that doesn't match what the server promised, which the model may use.
      const answer = await client.request(call, CallToolResultSchema, { signal: over.signal, timeout: callMs });
      return { ok: answer.isError !== true, content: readContent(answer) };
    } catch (error) {
      broken.throwIfAborted();
      throw toRefusal(error) ?? toLoggable(error);
    } finally {
      for (const one of forget) one();
    }
  };
}

/** What the server says of a call that it refuses, for the model. The client's own errors have two of the codes. */
function toRefusal(error: unknown): ToolError | undefined {
  const isOwn =
    !(error instanceof McpError) || [ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed].includes(error.code);
  if (isOwn) return undefined;
  return new ToolError(cutText(error.message.replace(/^MCP error -?\d+: /, ''), maxReasonCharacters));
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
