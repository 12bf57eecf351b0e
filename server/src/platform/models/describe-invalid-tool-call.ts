import type { InvalidToolCall } from './chat-model.ts';

/**
 * The tool result that the model gets if its call can't run, so that it can try again. The call itself
 * goes back with empty arguments: servers that parse them for their chat template refuse a conversation with broken JSON.
 */
export function describeInvalidToolCall(call: InvalidToolCall): string {
  const sent = call.raw.length > 2000 ? `${call.raw.slice(0, 2000)}…` : call.raw;
  return `The call was not run: ${call.reason} You sent: ${sent || '(nothing)'} Correct it and call again.`;
}
