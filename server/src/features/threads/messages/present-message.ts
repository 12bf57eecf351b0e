import { type Citation, Message } from '@portico/shared-types';
import { authorOf } from './new-message-row.ts';
import type { MessageRow, StoredCitation } from './messages.sql.ts';

/** A message as the API shows it (docs/reference/threads.md#messages): only replies have tool calls and usage. */
export function presentMessage(row: MessageRow): Message {
  const { tool_calls, usage, error: _error, reply_to: _replyTo, ...rest } = row;
  const message = { ...rest, citations: rest.citations.map(completeCitation) };
  return row.role === 'assistant' ? { ...message, tool_calls, usage } : message;
}

/** A citation stored by an older version has neither title, address nor heading. */
function completeCitation(citation: StoredCitation): Citation {
  const { title = citation.document_name, url = null, heading = null } = citation;
  return { ...citation, title, url, heading };
}

const Stored = Message.partial({ author: true, follow_ups: true });

/** The message of an event, which an older version may have stored without an author or follow-ups. */
export function parseMessage(stored: unknown): Message {
  const { author, follow_ups = [], ...message } = Stored.parse(stored);
  return { ...message, author: author ?? authorOf(message.role), follow_ups };
}
