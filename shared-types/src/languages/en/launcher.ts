export type Texts = readonly [open: string, dismiss: string, unreachable: string];

/** Texts of the closed launcher. Kept short, because every page view loads them; the others are loaded with the panel. */
export const texts: Texts = ['Open chat', 'Close', 'Can’t reach the chat.'];
