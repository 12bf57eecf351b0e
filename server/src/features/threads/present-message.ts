import type { Message } from '@portico/shared-types';
import type { MessageRow } from './messages.sql.ts';

/** A message as the API shows it (spec section 2.4): only replies have tool calls and usage. */
export function presentMessage(row: MessageRow): Message {
  const { tool_calls, usage, error: _error, reply_to: _replyTo, ...message } = row;
  return row.role === 'assistant' ? { ...message, tool_calls, usage } : message;
}
