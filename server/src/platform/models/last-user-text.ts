import type { ChatMessage } from './chat-model.ts';

/** The text of the last message that the user wrote; empty if there is none. */
export function lastUserText(messages: ChatMessage[]): string {
  const last = messages.findLast((message) => message.role === 'user');
  return last ? textOf(last) : '';
}

/** The text parts of a message, joined by line breaks. */
export function textOf(message: ChatMessage): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
