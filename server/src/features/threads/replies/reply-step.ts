import type { Citation, ToolCall, Usage } from '@portico/shared-types';
import type { Passage } from '../../../platform/models/chat-model.ts';

/** The result of one tool call. */
export interface StepResult {
  ok: boolean;
  content: string;
  duration_ms: number;
  /** Search results. */
  passages?: readonly Passage[] | undefined;
}

/** One model call with tool calls. It is stored so that it is made only once, even if processes die. */
export interface ReplyStep {
  /** The model's text before its calls. */
  content: string;
  calls: ToolCall[];
  /** Calls that couldn't run, each with the message for the model. */
  refused: { id: string; name: string; content: string }[];
  /** Results by the call's id; a call without a result has not been made yet. */
  results: Record<string, StepResult>;
  citations: Citation[];
  usage: Usage;
}
