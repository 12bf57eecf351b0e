import type { texts as english } from '../locales/en.ts';

export type MessageKey = keyof typeof english;

/** The texts of one language. A missing text is a type error. */
export type Messages = Readonly<Record<MessageKey, string>>;
