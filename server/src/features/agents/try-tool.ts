import { performance } from 'node:perf_hooks';
import type { ClientTool, HttpTool, ServerTool, Tool, ToolTrial, ToolTrialRequest } from '@portico/shared-types';
import { cutText } from '../../platform/cut-text.ts';
import { invalid } from '../../platform/errors.ts';
import { describeContent } from '../../platform/extract/index.ts';
import { createId } from '../../platform/ids.ts';
import { OutboundError } from '../../platform/outbound/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsPlatform } from './agent-ports.ts';
import { toStorable } from '../../platform/storable-text.ts';
import { requireAgent } from './agents.service.ts';
import { checkToolReferences, checkTools } from './check-agent.ts';
import { sendHttpRequest, writeHttpRequest } from './tools/open-http-tool.ts';
import { ResultUnwanted, ToolError } from './tools/open-tool.ts';
import { openToolbox } from './tools/open-toolbox.ts';
import { unmaskTools } from './tools/mask-tools.ts';
import { sealTools } from './tools/seal-tools.ts';

/** A workflow that takes longer is cancelled. */
const maxTrialMs = 60_000;
const maxContentCharacters = 200_000;
/** Of the definitions of a server's tools, as JSON. */
const maxListCharacters = 1_000_000;

type Exchange = Omit<ToolTrial, 'duration_ms'>;

/**
 * Calls a tool for real, as a reply would, and returns the request and the response. A failed call is a result
 * (`response.ok` is false). Throws 404 for the agent, and 400 for a tool or arguments that can't be sent.
 */
export async function tryTool(
  platform: AgentsPlatform,
  workspaceId: string,
  agentId: string,
  { tool: wanted, name, arguments: input }: ToolTrialRequest,
  gone: AbortSignal,
): Promise<ToolTrial> {
  const { tools } = await requireAgent(platform, workspaceId, agentId);
  // A definition that was read with masked secrets is tried with the stored ones.
  const given = typeof wanted === 'string' ? findTool(tools, wanted) : wanted;
  const [tool = given] = unmaskTools([given], tools);
  if (tool.type === 'client') {
    throw invalid({ path: 'body.tool', message: 'runs on the visitor’s page, so it can only be tried in a chat' });
  }
  const faults = [
    ...(await checkTools(platform, workspaceId, [tool])),
    ...(await checkToolReferences(platform, workspaceId, [tool])),
  ];
  if (faults.length > 0)
    throw invalid(faults.map((fault) => ({ ...fault, path: fault.path.replace('tools[0]', 'tool') })));
  const stop = new AbortController();
  const abort = () => stop.abort(new ResultUnwanted('nobody waits for the trial of a tool'));
  const timer = setTimeout(abort, maxTrialMs);
  gone.addEventListener('abort', abort, { once: true });
  const started = performance.now();
  try {
    const exchange =
      tool.type === 'http'
        ? await tryHttpTool(platform, tool, input, stop.signal)
        : await tryOtherTool(platform, { workspaceId, tool, name, input }, stop.signal);
    return { ...exchange, duration_ms: Math.round(performance.now() - started) };
  } catch (error) {
    if (!(error instanceof ResultUnwanted)) throw error;
    throw invalid({ path: 'body.tool', message: `gave no result within ${maxTrialMs / 1000} seconds` });
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', abort);
  }
}

function findTool(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => 'name' in one && one.name === name);
  if (tool === undefined) throw invalid({ path: 'body.tool', message: 'is not a tool of this agent' });
  return tool;
}

async function tryHttpTool(
  platform: Platform,
  tool: HttpTool,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Exchange> {
  const sent = writeOrRefuse(tool, input);
  const { method, url, headers, body } = sent;
  const request = { type: 'http' as const, name: tool.name, method, url: url.href, headers, body, arguments: input };
  try {
    const { status, headers: received, body: bytes } = await sendHttpRequest(platform, sent, signal);
    const content = toContent(describeContent(bytes, received['content-type']));
    return { request, response: { ok: status >= 200 && status < 300, status, headers: toStorable(received), content } };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { request, response: { ok: false, status: null, headers: null, content: error.message } };
  }
}

function writeOrRefuse(tool: HttpTool, input: Record<string, unknown>) {
  try {
    return writeHttpRequest(tool, input, `${createId('req')}-0`);
  } catch (error) {
    if (error instanceof ToolError) throw invalid({ path: 'body.arguments', message: error.message });
    throw error;
  }
}

interface OtherTrial {
  readonly workspaceId: string;
  readonly tool: Exclude<Tool, HttpTool | ClientTool>;
  readonly name: string | undefined;
  readonly input: Record<string, unknown>;
}

async function tryOtherTool(
  platform: AgentsPlatform,
  { workspaceId, tool, name, input }: OtherTrial,
  signal: AbortSignal,
): Promise<Exchange> {
  const called = tool.type === 'mcp' ? name : tool.name;
  const isMcp = tool.type === 'mcp';
  const request = {
    type: tool.type,
    name: called ?? null,
    method: null,
    url: isMcp ? tool.url : null,
    headers: isMcp ? (tool.headers ?? {}) : null,
    body: null,
    arguments: input,
  };
  const failed = (content: string): Exchange => ({
    request,
    response: { ok: false, status: null, headers: null, content },
  });
  const toolbox = await openToolbox(platform, workspaceId, sealTools(platform, [tool]), signal);
  try {
    const { definitions } = toolbox;
    if (definitions.length === 0)
      return failed(isMcp ? 'The MCP server gave no tools.' : 'The tool could not be opened.');
    if (called === undefined) {
      const content = toContent(JSON.stringify(definitions, null, 2));
      return { request, response: { ok: true, status: null, headers: null, content }, tools: toList(definitions) };
    }
    const id = createId('req');
    const outcome = await toolbox.run({ id, name: called, arguments: input }, { callKey: `${id}-0`, signal });
    const { ok, content, passages = [] } = outcome;
    const shown = passages.length === 0 ? content : JSON.stringify(passages, null, 2);
    return { request, response: { ok, status: null, headers: null, content: toContent(shown) } };
  } finally {
    await toolbox.close();
  }
}

/** The first of a server's tools, as many as may be returned. */
function toList(definitions: readonly ServerTool[]): ServerTool[] {
  const list: ServerTool[] = [];
  let left = maxListCharacters;
  for (const tool of definitions) {
    left -= JSON.stringify(tool).length;
    if (left < 0) break;
    list.push(tool);
  }
  return toStorable(list);
}

function toContent(text: string): string {
  return cutText(toStorable(text), maxContentCharacters);
}
