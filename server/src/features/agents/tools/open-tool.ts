import type { VisitorContext } from '../../../platform/visitor-context.ts';
import type { Passage } from '../../../platform/models/chat-model.ts';
import type { ChatTool } from '../../../platform/models/chat-model.ts';
import type { AgentsPlatform } from '../agent-ports.ts';

/** The context of a tool call. */
export interface ToolContext {
  readonly platform: AgentsPlatform;
  readonly workspaceId: string;
  /** The same for every attempt of this call, even after a crash: receivers can recognise a repeated request by it. */
  readonly callKey: string;
  /** Fires on cancel and when another process takes over the reply; everything that a tool awaits must stop then. */
  readonly signal: AbortSignal;
  /** The visitor, if the call is part of a visitor's conversation. */
  readonly visitor?: VisitorContext | null | undefined;
}

/** The result that the model gets for a call. */
export interface ToolOutcome {
  readonly ok: boolean;
  readonly content: string;
  /** Search results: the model gets these as passages, and those that it uses become citations. */
  readonly passages?: readonly Passage[];
}

/** A tool that is ready to be called. */
export interface OpenTool extends ChatTool {
  /** Throws a ToolError, an ApiError or the like if the model may see the message; any other error is only logged. */
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

/** A failed call, with a message for the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/**
 * The reason of a call's signal if nobody needs the result any more: work that it started elsewhere should be stopped,
 * too. With any other reason another process continues the same call.
 */
export class ResultUnwanted extends Error {
  override readonly name = 'ResultUnwanted';
}
