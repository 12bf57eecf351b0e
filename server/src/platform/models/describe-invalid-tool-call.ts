import type { InvalidToolCall } from './chat-model.ts';
import { shortenText } from '../cut-text.ts';

/**
 * The tool result for a call that can't run, so that the model can try again. The call itself is sent back with empty
 * arguments: servers that parse arguments for their chat template reject a conversation with broken JSON.
 */
export function describeInvalidToolCall(call: InvalidToolCall): string {
  const sent = shortenText(call.raw, 2000);
  return `The call was not run: ${call.reason} You sent: ${sent || '(nothing)'} Correct it and call again.`;
}
