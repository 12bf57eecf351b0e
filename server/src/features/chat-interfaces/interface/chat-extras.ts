import { ChatExtras, type ChatTexts } from '@portico/shared-types';
import { byLanguage } from '../../../platform/by-language.ts';
import type { ChatSettings } from './chat-interfaces.sql.ts';

/** Settings that an interface of an older version lacks, with their defaults. */
export function extrasOf(settings: ChatSettings): ChatExtras {
  return ChatExtras.parse(settings);
}

/** The owner's texts for a language tag like `pt-BR`: those of the tag itself, else of its language. */
export function textsFor({ texts = {} }: ChatSettings, locale: string | null): Partial<ChatTexts> {
  return byLanguage(texts, locale) ?? {};
}
