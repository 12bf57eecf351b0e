/** What holds for a language as a whole. Plural forms need no entry: `Intl.PluralRules` knows them by the code. */
export interface Facts {
  /** The language's name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}
