import type { Tool, ToolCall, ClientTool } from '@portico/shared-types';
import { ApiError } from '../../../platform/errors.ts';
import { ExtractionError } from '../../../platform/extract/index.ts';
import type { ChatTool } from '../../../platform/models/chat-model.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { cutToTokens } from '../../../platform/models/count-tokens.ts';
import { OutboundError } from '../../../platform/outbound/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AgentsPlatform } from '../agent-ports.ts';
import { toStorable } from '../../../platform/storable-text.ts';
import { waitForPage } from '../../client-tools/index.ts';
import { currentTime } from './current-time.ts';
import { fetchUrl } from './fetch-url.ts';
import { openHttpTool } from './open-http-tool.ts';
import { openKnowledgeTool } from './open-knowledge-tool.ts';
import { replyTools } from './reply-tools.ts';
import { openWorkflowTool } from './open-workflow-tool.ts';
import { unsealForUse } from './seal-tools.ts';
import { type OpenTool, type ToolContext, ToolError, type ToolOutcome } from './open-tool.ts';

/** The tools of an agent or a persona, ready to be offered to a model and to be called. */
export interface Toolbox {
  /** The tools offered to the model. */
  readonly definitions: ChatTool[];
  /** Names of the tools that run in the visitor's page. */
  readonly clientNames: ReadonlySet<string>;
  /**
   * Names of the built-in tools for replies (reply-tools.ts) that can be offered in addition; a tool of the agent with
   * such a name is offered and called instead.
   */
  readonly replyToolNames: ReadonlySet<string>;
  /** True if a tool could not be opened, because its server can't be reached or does not respond as it should. */
  readonly isIncomplete: boolean;
  /**
   * Runs a call. A failure is returned as a result for the model; only the signal's own reason and an outage of our own
   * stores are thrown.
   */
  run(call: ToolCall, context: Omit<ToolContext, 'platform' | 'workspaceId'>): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** Maximum length of a tool result shown to a model. */
const maxOutcomeLength = 16_000;

/**
 * Opens stored tools for a run. Tools that can't be opened (an unreachable MCP server, a deleted workflow) are left
 * out, so that the agent still replies.
 */
export async function openToolbox(
  platform: AgentsPlatform,
  workspaceId: string,
  given: readonly Tool[],
  signal: AbortSignal,
  { hasPage = false }: { hasPage?: boolean } = {},
): Promise<Toolbox> {
  // Without a page nothing could run them.
  const tools = hasPage ? given : given.filter(({ type }) => type !== 'client');
  const byName = new Map<string, OpenTool>();
  const closers: (() => Promise<void>)[] = [];
  let isIncomplete = false;
  const opened = await Promise.all(
    tools
      .map(async (tool) => {
        if (tool.type === 'mcp') {
          // The SDK takes 30 MB: it is loaded with the first agent that needs it.
          const { openMcpTools } = await import('./open-mcp-tools.ts');
          const connection = await openMcpTools(platform, unsealForUse(platform, tool), signal);
          closers.push(connection.close);
          return connection.tools;
        }
        const one = await openOne(platform, workspaceId, tool);
        return one === undefined ? [] : [one];
      })
      .map(async (opening, index) =>
        opening.catch((error: unknown) => {
          if (isOutage(error)) throw error;
          platform.log.warn({ err: error, tool: tools[index]?.type }, 'a tool could not be opened');
          isIncomplete = true;
          return [];
        }),
      ),
  );
  // Of two tools with the same name the first wins: the agent's own tools come before those of a server.
  for (const tool of opened.flat()) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  const definitions = [...byName.values()];
  // Earlier versions and MCP servers have tools with these names: they win.
  const free = replyTools.filter(({ name }) => !byName.has(name));
  for (const tool of free) byName.set(tool.name, tool);
  const clientNames = tools.flatMap((tool) => (tool.type === 'client' ? [tool.name] : []));
  return {
    clientNames: new Set(clientNames),
    replyToolNames: new Set(free.map(({ name }) => name)),
    isIncomplete,
    definitions: definitions.map(({ name, description, parameters }) => ({ name, description, parameters })),
    run: async (call, context) => {
      try {
        const tool = byName.get(call.name);
        if (tool === undefined) throw new ToolError(`There is no tool named ${call.name}.`);
        const outcome = await tool.run(call.arguments, { platform, workspaceId, ...context });
        return toStorable({ ...outcome, content: cutToTokens(outcome.content, maxOutcomeLength) });
      } catch (error) {
        context.signal.throwIfAborted();
        // Not a failure of the tool: the call is repeated once the store is available again.
        if (isOutage(error)) throw error;
        return { ok: false, content: explainFailure(platform, call, error) };
      }
    },
    close: async () => {
      await Promise.all(closers.map(async (close) => close()));
    },
  };
}

async function openOne(
  platform: AgentsPlatform,
  workspaceId: string,
  tool: Exclude<Tool, { type: 'mcp' }>,
): Promise<OpenTool | undefined> {
  switch (tool.type) {
    case 'http':
      return openHttpTool(tool);
    case 'knowledge':
      return openKnowledgeTool(tool);
    case 'workflow':
      return openWorkflowTool(platform, workspaceId, tool);
    case 'client':
      return openClientTool(tool);
    case 'builtin':
      return tool.name === 'fetch_url' ? fetchUrl : currentTime;
  }
}

function explainFailure(platform: Platform, call: ToolCall, error: unknown): string {
  const isSafe =
    error instanceof ToolError ||
    error instanceof OutboundError ||
    error instanceof ExtractionError ||
    (error instanceof ApiError && error.status < 500);
  if (isSafe) return `The call failed. ${error.message}`;
  platform.log.warn({ err: error, tool: call.name }, 'a tool failed');
  return 'The call failed.';
}

/** Creates a tool that runs in the visitor's page. Its calls must be opened (`openCall`) before they are run here. */
function openClientTool(tool: ClientTool): OpenTool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    async run(_, { platform, callKey, signal }) {
      const at = callKey.indexOf('-');
      return waitForPage(platform, { messageId: callKey.slice(0, at), callId: callKey.slice(at + 1) }, signal);
    },
  };
}
