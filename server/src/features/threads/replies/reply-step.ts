import type { Citation, ToolCall, Usage } from '@portico/shared-types';
import type { Passage } from '../../../platform/models/chat-model.ts';

/** What one call of a tool came to. */
export interface StepResult {
  ok: boolean;
  content: string;
  duration_ms: number;
  /** What a search found. */
  passages?: readonly Passage[] | undefined;
}

/** One call of the model that asked for tools. It is kept so that it is made once, regardless of what dies. */
export interface ReplyStep {
  /** What the model said before it called. */
  content: string;
  calls: ToolCall[];
  /** Calls that couldn't run, with what the model learns about each. */
  refused: { id: string; name: string; content: string }[];
  /** By the call's id; a call without one is still to be made. */
  results: Record<string, StepResult>;
  citations: Citation[];
  usage: Usage;
}
