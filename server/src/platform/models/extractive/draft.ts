import type { Citation, ToolCall } from '@portico/shared-types';

/** What the built-in model is going to say: Markdown, with each citation where it is first pointed at, or a tool call. */
export interface Draft {
  parts: (string | Citation)[];
  call?: ToolCall;
}

/** A draft of plain text. */
export function say(text: string): Draft {
  return { parts: [text] };
}
