import { loaders } from '@portico/shared-types/languages/lists/form';
import type { Language } from '@portico/shared-types/languages/lists/languages';
import type { Messages } from './messages.ts';

/** Loads the texts of a language. Rejects if they can't be loaded. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await loaders[language]()).texts;
}
