import type { Texts } from '@portico/shared-types/languages/en/form';

/** The texts of the form page in one language. */
export type Messages = Texts;

/** Every text of the interface; English defines the list. */
export type MessageKey = keyof Texts;
