import type { Texts } from '@portico/shared-types/languages/en/persona';

/** The texts of the task page in one language. */
export type Messages = Texts;
export type MessageKey = keyof Texts;
