import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Response } from 'express';
import { ApiError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { onAbort } from '../../platform/on-abort.ts';
import type { Platform } from '../../platform/platform.ts';
import { heartbeatMs } from '../../platform/sse.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import { ResultUnwanted } from '../agents/index.ts';
import { listOfferedTools, type OfferedTool } from './offered-tools.ts';

const stopped = 'The server is shutting down, so the call was cancelled. Try again.';

/** Handles one request of an MCP client: no state is kept, so that any process can handle the next one. */
export async function serveMcp(
  platform: ThreadsPlatform,
  caller: Caller,
  body: unknown,
  response: Response,
): Promise<void> {
  const info = { name: 'portico', title: 'Portico', version: platform.version };
  const server = new Server(info, { capabilities: { tools: {} } });
  // Nobody needs the result once the client has disconnected.
  const gone = new AbortController();
  response.on('close', () => gone.abort(new ResultUnwanted('the client is gone')));
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: (await listOfferedTools(platform, caller)).map(({ name, title, description, inputSchema, readOnly }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { readOnlyHint: readOnly },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendNotification }) => {
    const { name, arguments: input = {}, _meta: meta } = params;
    const tools = await listOfferedTools(platform, caller);
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name} for this key.`);
    const lease = caller.watch([tool.scope]);
    const forget = onAbort(lease.signal, () => gone.abort(new ResultUnwanted('the caller may no longer use it')));
    // Clients wait for the result if a stream ends without it.
    const forgetStop = onAbort(platform.stopping, () => gone.abort(new ResultUnwanted(stopped)));
    const startedAt = performance.now();
    // Seconds, because how much is left is not known. A client that is gone ends the call by itself.
    const report = (progressToken: string | number): void => {
      const progress = Math.round((performance.now() - startedAt) / 1000);
      sendNotification({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() => {});
    };
    const token = meta?.progressToken;
    const reports = token === undefined ? undefined : setInterval(() => report(token), heartbeatMs);
    try {
      const result = await runTool(platform, tool, input, gone.signal);
      if (!lease.signal.aborted) return result;
    } finally {
      clearInterval(reports);
      forget();
      forgetStop();
      lease.stop();
    }
    throw new McpError(ErrorCode.InvalidRequest, `The tool ${name} is no longer allowed for this key.`);
  });
  // A call may take longer than proxies wait for a byte, so its response is a stream with heartbeats.
  const isCall = CallToolRequestSchema.safeParse(body).success;
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: !isCall, keepAliveMs: heartbeatMs });
  await server.connect(transport);
  try {
    await transport.handleRequest(response.req, response, body);
  } finally {
    response.on('close', () => void server.close());
  }
}

/** A failure is a result for the model (MCP specification, tools, error handling). */
async function runTool(
  platform: Platform,
  tool: OfferedTool,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const { text, data } = await tool.run(input, signal);
    return { content: [{ type: 'text', text }], ...(data === undefined ? {} : { structuredContent: data }) };
  } catch (error) {
    if (error instanceof ResultUnwanted) return { content: [{ type: 'text', text: error.message }], isError: true };
    const isKnown = error instanceof ApiError && error.status < 500;
    const isReply = error instanceof ApiError && (error.code === 'execution_failed' || error.status === 503);
    if (!isKnown && !isReply && !signal.aborted)
      platform.log.warn({ err: error, tool: tool.name }, 'a tool of the MCP server failed');
    const text = isKnown || isReply ? error.message : 'Something went wrong on our side.';
    return { content: [{ type: 'text', text }], isError: true };
  }
}
