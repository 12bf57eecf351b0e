import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
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
import { EventStream, type Send, sendEvents } from '../../platform/sse.ts';
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
  const gone = new AbortController();
  const end = (reason: string): void => gone.abort(new ResultUnwanted(reason));
  response.on('close', () => end('the client is gone'));
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: (await listOfferedTools(platform, caller)).map(({ name, title, description, inputSchema, readOnly }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { readOnlyHint: readOnly },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    const tools = await listOfferedTools(platform, caller);
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name} for this key.`);
    const lease = caller.watch([tool.scope]);
    const forget = onAbort(lease.signal, () => end('the caller may no longer use it'));
    // Clients wait for the result if a stream ends without it.
    const forgetStop = onAbort(platform.stopping, () => end(stopped));
    if (platform.stopping.aborted) end(stopped);
    try {
      const result = await runTool(platform, tool, input, gone.signal);
      if (!lease.signal.aborted) return result;
    } finally {
      forget();
      forgetStop();
      lease.stop();
    }
    throw new McpError(ErrorCode.InvalidRequest, `The tool ${name} is no longer allowed for this key.`);
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: toHeaders(response.req.headers) });
    await answer(platform, response, transport.handleRequest(request, { parsedBody: body }), body);
  } finally {
    await server.close();
  }
}

/**
 * Sends the result as JSON if it is there before the first heartbeat of a stream would be due. Proxies and clients don't
 * wait much longer without a byte, so the result of a longer call is sent on a stream; if the client asks for progress,
 * always.
 */
async function answer(
  { heartbeatMs }: Platform,
  response: Response,
  result: Promise<globalThis.Response>,
  body: unknown,
): Promise<void> {
  const token = CallToolRequestSchema.safeParse(body).data?.params._meta?.progressToken;
  const early = await within(token === undefined ? heartbeatMs : 0, result);
  if (early !== undefined) {
    const text = await early.text();
    response.status(early.status).setHeaders(early.headers).end(text);
    return;
  }
  const stream = new EventStream(async (send) => {
    const reports = token === undefined ? undefined : setInterval(reportProgress(send, token), heartbeatMs);
    try {
      await send({ event: 'message', text: await (await result).text() });
    } finally {
      clearInterval(reports);
    }
  });
  // Not ended by a stopping server: the call then ends with an error, which the client must get.
  await sendEvents(response, stream, []);
}

/** The value of `result`, or undefined after `ms` milliseconds. */
async function within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([result, sleep(ms, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** Sends the seconds so far, because how much is left is not known. */
function reportProgress(send: Send, progressToken: string | number): () => void {
  const startedAt = performance.now();
  return () => {
    const params = { progressToken, progress: Math.round((performance.now() - startedAt) / 1000) };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params });
    void send({ event: 'message', text });
  };
}

function toHeaders(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) headers.set(name, String(value));
  return headers;
}

/** A failure is a result for the model (MCP specification, tools, error handling). */
async function runTool(
  platform: Platform,
  tool: OfferedTool,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    signal.throwIfAborted();
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
