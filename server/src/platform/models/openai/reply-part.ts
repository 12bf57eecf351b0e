import type { Usage } from '@portico/shared-types';
import type { ToolCallDelta } from './tool-call-assembler.ts';

/** A part of a streamed response, the same for both of OpenAI's protocols. */
export interface ReplyPart {
  content?: string;
  calls?: readonly ToolCallDelta[];
  /** `stop`, `length`, `content_filter` or `tool_calls`; the response has ended properly. */
  reason?: string;
  usage?: Usage;
  /** Reasoning tokens, which are part of the completion's tokens. */
  reasoningTokens?: number;
}
