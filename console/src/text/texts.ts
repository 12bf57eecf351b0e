import type { Language } from '@portico/shared-types/languages/lists/languages';
import type { PluralText } from '@portico/shared-types/languages/plural-text';

/** The languages of the console. A text has one form for each, so that a missing one is a type error. */
export const consoleLanguages = ['en', 'de', 'ar'] as const satisfies readonly Language[];
export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** English, German, Arabic. `{name}` is a placeholder. */
export type Text = readonly [en: string | PluralText, de: string | PluralText, ar: string | PluralText];
export type Texts = Readonly<Record<string, Text>>;
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Returns a text in a language; a `count` among the values selects the plural form and is formatted for the language.
 */
export function sayText(language: ConsoleLanguage, text: Text, values: TextValues = {}): string {
  const form = text[consoleLanguages.indexOf(language)] ?? text[0];
  const template = typeof form === 'string' ? form : pickPlural(language, form, Number(values['count'] ?? 0));
  const isAlone = Object.keys(values).length === 1;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
    return isAlone && word.test(value) ? value : isolate(language, value);
  });
}

/**
 * A value like an id, an address or a name of one word: alone in a text, it keeps its direction by itself. A double
 * click would copy the invisible sign at its end, and nothing would be found by what was copied.
 */
const word = /^[a-z][!-~]*[a-z\d]$/i;

/** Isolates a value in the other direction, so that signs at its ends, as in “Ready?”, stay beside its words. */
function isolate(language: ConsoleLanguage, value: string): string {
  const other =
    language === 'ar' ? /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}]/u : /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
  return other.test(value) ? `\u2068${value}\u2069` : value;
}

function pickPlural(language: ConsoleLanguage, forms: PluralText, count: number): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
