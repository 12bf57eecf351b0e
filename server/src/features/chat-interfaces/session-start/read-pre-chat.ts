import type { CreateChatSession } from '@portico/shared-types';
import { cutText } from '../../../platform/cut-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkInputs } from '../../form-interfaces/index.ts';
import { extrasOf, preChatFieldsOf } from '../interface/chat-extras.ts';
import type { ChatInterfaceRow } from '../interface/chat-interfaces.sql.ts';

/** The visitor's input before the conversation. */
export interface PreChatAnswers {
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const nothing: PreChatAnswers = { name: null, email: null, metadata: {} };

/**
 * Reads the fields before the chat. A name or address that the site has signed isn't asked for again. Throws a 400 that
 * lists every invalid field.
 */
export async function readPreChat(
  platform: Platform,
  chat: ChatInterfaceRow,
  { preChat: inputs = {}, identity }: Pick<CreateChatSession, 'preChat' | 'identity'>,
): Promise<PreChatAnswers> {
  const extras = extrasOf(chat.settings);
  const fields = preChatFieldsOf(extras);
  if (!extras.pre_chat.enabled || fields.length === 0) return nothing;
  const known = { name: identity?.name ?? undefined, email: identity?.email ?? undefined };
  const asked = fields.filter(({ name }) => !((name === 'name' || name === 'email') && known[name] !== undefined));
  if (asked.length === 0) return nothing;
  const request = { inputs, message: '', urls: [] };
  const { workspace_id: workspaceId } = chat;
  const checked = await checkInputs(platform, workspaceId, asked, request, 'body.preChat');
  const { name, email, ...metadata } = checked;
  return { name: toText(name), email: toText(email), metadata };
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? cutText(value.trim(), 255) : null;
}
