import { isBlank } from '@portico/shared-types/rules/read-field-value';
import type { UiMessageRequest } from '@portico/shared-types';
import { invalid } from '../../platform/errors.ts';

/** The maximum length of a thread's message, or of a visitor's. */
const maxCharacters = 32_000;
const maxClientIdLength = 64;

export interface AskedMessage {
  readonly content: string;
  /** The client's id of the message; undefined if it replaces an earlier message with the same id. */
  readonly clientMessageId: string | undefined;
}

/** The message that `useChat` sends: the last one of the user. Throws 400 if there is none, or it has no text. */
export function readLastMessage({ messages, messageId }: UiMessageRequest): AskedMessage {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[at];
  if (message === undefined) throw invalid({ path: 'body.messages', message: 'must have a message of the role user' });
  const path = `body.messages[${at}].parts`;
  if (message.parts.some(({ type }) => type === 'file')) {
    throw invalid({ path, message: 'must be text: files are not supported here', code: 'files_not_accepted' });
  }
  const content = message.parts
    .flatMap(({ type, text = '' }) => (type === 'text' ? [text] : []))
    .join('\n\n')
    .trim();
  if (isBlank(content)) throw invalid({ path, message: 'must have text', code: 'required' });
  if (content.length > maxCharacters) {
    throw invalid({ path, message: `must have at most ${maxCharacters} characters`, code: 'too_long' });
  }
  const { id } = message;
  const isNew = messageId == null && id !== undefined && id !== '' && id.length <= maxClientIdLength;
  return { content, clientMessageId: isNew ? id : undefined };
}
