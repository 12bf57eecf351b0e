/** Whether browsers accept it as a language tag (BCP 47), like `de` or `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
