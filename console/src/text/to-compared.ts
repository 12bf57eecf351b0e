/** A text as searches compare it: in lower case, and with each accent written in one way. */
export const toCompared = (text: string): string => text.normalize('NFC').toLowerCase();
