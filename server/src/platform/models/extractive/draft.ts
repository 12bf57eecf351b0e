import type { Citation, ToolCall } from '@portico/shared-types';

/** The planned output of the built-in model: Markdown, with each citation at its first mark, or a tool call. */
export interface Draft {
  parts: (string | Citation)[];
  call?: ToolCall;
}

/** A draft of plain text. */
export function say(text: string): Draft {
  return { parts: [text] };
}
