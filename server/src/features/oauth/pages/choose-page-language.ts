import type { Request } from 'express';
import { directionOf } from '@portico/shared-types/languages/choose-language';
import type { Texts } from '@portico/shared-types/languages/en/consent';
import { textsByLanguage } from '@portico/shared-types/languages/lists/consent';
import { languages } from '@portico/shared-types/languages/lists/languages';

export interface PageLanguage {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/** The language of a page: the browser's if the front ends support it, else English. */
export function choosePageLanguage(request: Request): PageLanguage {
  const language = request.acceptsLanguages([...languages]) || 'en';
  return { language, direction: directionOf(language), texts: textsByLanguage[language] ?? textsByLanguage.en };
}
