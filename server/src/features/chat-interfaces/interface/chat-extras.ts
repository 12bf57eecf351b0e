import { ChatExtras, type ChatTexts } from '@portico/shared-types';
import type { ChatSettings } from './chat-interfaces.sql.ts';

/** Settings that an interface of an older version lacks, with their defaults. */
export function extrasOf(settings: ChatSettings): ChatExtras {
  return ChatExtras.parse(settings);
}

/** The owner's texts for a language tag like `pt-BR`: those of the tag itself, else of its language. */
export function textsFor({ texts = {} }: ChatSettings, locale: string | null): Partial<ChatTexts> {
  const wanted = (locale ?? '').toLowerCase();
  const [language = ''] = wanted.split(/[-_]/);
  const entries = Object.entries(texts).map(([tag, own]) => [tag.toLowerCase(), own] as const);
  const found = entries.find(([tag]) => tag === wanted) ?? entries.find(([tag]) => tag === language);
  return found?.[1] ?? {};
}
