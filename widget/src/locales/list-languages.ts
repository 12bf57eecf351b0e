/** The visitor's languages, the preferred one first: the page's option or the interface's, the page's, the browser's. */
export function listLanguages(locale: string | null | undefined): readonly (string | null | undefined)[] {
  return [locale, document.documentElement.lang, ...navigator.languages];
}
