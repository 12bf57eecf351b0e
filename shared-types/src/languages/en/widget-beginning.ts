export type Texts = readonly [heading: string, begin: string];

/** Texts of the form before the chat: its heading and its button. */
export const texts: Texts = ['Before we start', 'Start the chat'];
