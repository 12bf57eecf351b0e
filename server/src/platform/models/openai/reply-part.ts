import type { Usage } from '@portico/shared-types';
import type { ToolCallDelta } from './tool-call-assembler.ts';

/** A part of a model's answer as it comes in, the same for both of OpenAI's protocols. */
export interface ReplyPart {
  content?: string;
  calls?: readonly ToolCallDelta[];
  /** `stop`, `length`, `content_filter` or `tool_calls`; the answer has ended in good order. */
  reason?: string;
  usage?: Usage;
  /** Tokens that the model spent on thoughts, which are part of the completion's tokens. */
  reasoningTokens?: number;
}
