import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { sayText, type ConsoleLanguage, type Text, type TextValues, type Texts } from './texts.ts';

export interface LanguageChoice {
  readonly language: ConsoleLanguage;
  setLanguage(language: ConsoleLanguage): void;
}

export const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => {} });

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

export type Say<Catalogue extends Texts> = (key: keyof Catalogue & string, values?: TextValues) => string;

/** Returns the function that looks up texts of a catalogue in the member's language. */
export function useTexts<Catalogue extends Texts>(texts: Catalogue): Say<Catalogue> {
  const { language } = useLanguage();
  return useMemo(
    () => (key, values) => {
      const text = texts[key];
      return text === undefined ? key : sayText(language, text, values);
    },
    [language, texts],
  );
}

/** Translates a text outside of the caller's catalogue: the title of another screen. */
export function useSayText(): (text: Text, values?: TextValues) => string {
  const { language } = useLanguage();
  return useMemo(() => (text, values) => sayText(language, text, values), [language]);
}
