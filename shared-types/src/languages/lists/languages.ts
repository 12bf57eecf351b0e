// Written by `npm run generate` from the folders of the languages.
export const languages = ['en', 'ar', 'de', 'es', 'fr', 'he', 'ja', 'pt', 'zh'] as const;
export type Language = (typeof languages)[number];

export const rightToLeft: readonly string[] = ['ar', 'he'];

/** The names of the languages, each in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  ar: "العربية",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  he: "עברית",
  ja: "日本語",
  pt: "Português",
  zh: "中文",
};
