import type { Language } from '@portico/shared-types/languages/lists/languages';
import { loaders } from '@portico/shared-types/languages/lists/persona';
import type { Messages } from './messages.ts';

/** Loads the texts of a language; rejects if they can't be fetched. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await loaders[language]()).texts;
}
