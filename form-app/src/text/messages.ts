import type en from '../locales/en.ts';

/** A text in its language's plural forms; every language has `other`. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Every text of the interface; English defines the list. */
export type MessageKey = keyof typeof en;

/** The texts of one language. `{name}` is a placeholder. */
export type Messages = { readonly [Key in MessageKey]: (typeof en)[Key] extends string ? string : PluralText };
