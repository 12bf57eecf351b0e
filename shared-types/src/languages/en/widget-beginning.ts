export type Texts = readonly [heading: string, begin: string, invalid: string, tooLong: string, unclear: string];

/** Texts of the form before the chat: its heading, its button, and what is wrong with a number. */
export const texts: Texts = [
  'Before we start',
  'Start the chat',
  'Enter a number.',
  'This number has too many digits.',
  'This can be read in two ways. Enter {whole} for a whole number, or {decimal} for one with decimals.',
];
