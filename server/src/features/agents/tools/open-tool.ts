import type { VisitorContext } from '../../../platform/visitor-context.ts';
import type { Passage } from '../../../platform/models/chat-model.ts';
import type { ChatTool } from '../../../platform/models/chat-model.ts';
import type { AgentsPlatform } from '../agent-ports.ts';

/** What a tool call runs in. */
export interface ToolContext {
  readonly platform: AgentsPlatform;
  readonly workspaceId: string;
  /** The same for every attempt of this call, also after a crash: receivers can tell a repeated request by it. */
  readonly callKey: string;
  /** Fires on cancel and when the reply is taken over; everything a tool awaits must stop then. */
  readonly signal: AbortSignal;
  /** Who asks, if the call is part of a visitor's conversation. */
  readonly visitor?: VisitorContext | null | undefined;
}

/** What the model learns about a call. */
export interface ToolOutcome {
  readonly ok: boolean;
  readonly content: string;
  /** What a search found: the model is shown these as passages, and what it uses becomes a citation. */
  readonly passages?: readonly Passage[];
}

/** A tool that is ready to be called. */
export interface OpenTool extends ChatTool {
  /** Throws what the model may see as a ToolError, an ApiError or the like; anything else stays in the log. */
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

/** A failed call, in words for the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/**
 * The reason of a call's signal where nobody wants the result any more: what it began elsewhere is to be stopped, too.
 * With any other reason another process continues with the same call.
 */
export class ResultUnwanted extends Error {
  override readonly name = 'ResultUnwanted';
}
