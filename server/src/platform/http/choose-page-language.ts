import type { Request } from 'express';
import { directionOf } from '@portico/shared-types/languages/choose-language';
import { languages } from '@portico/shared-types/languages/lists/languages';

export interface PageLanguage<Texts> {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/** The language of a page that the server writes: the browser's if the front ends support it, else English. */
export function choosePageLanguage<Texts>(
  request: Request,
  textsByLanguage: Readonly<Record<string, Texts> & Record<'en', Texts>>,
): PageLanguage<Texts> {
  const language = request.acceptsLanguages([...languages]) || 'en';
  return { language, direction: directionOf(language), texts: textsByLanguage[language] ?? textsByLanguage.en };
}
