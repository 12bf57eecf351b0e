import { ChatExtras, type ChatTexts, type FormField } from '@portico/shared-types';
import { byLanguage } from '../../../platform/by-language.ts';
import type { ChatSettings } from './chat-interfaces.sql.ts';

/** Settings that an interface of an older version lacks, with their defaults. */
export function extrasOf(settings: ChatSettings): ChatExtras {
  return ChatExtras.parse(settings);
}

/** The fields before the chat. Replies are mailed to the value of the field `email`, so it has to be an address. */
export function preChatFieldsOf({ pre_chat: preChat }: ChatExtras): FormField[] {
  return preChat.fields.map((field) => (field.name === 'email' ? { ...field, format: 'email' } : field));
}

/** The owner's texts for a language tag like `pt-BR`: those of the tag itself, else of its language. */
export function textsFor({ texts = {} }: ChatSettings, locale: string | null): Partial<ChatTexts> {
  return byLanguage(texts, locale) ?? {};
}
