import type en from '../locales/en.ts';

/** A text in the forms its language has for counts; `other` is the one every language has. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Every text of the interface; English is the list of them. */
export type MessageKey = keyof typeof en;

/** The texts of one language. `{name}` stands for a value. */
export type Messages = { readonly [Key in MessageKey]: (typeof en)[Key] extends string ? string : PluralText };
