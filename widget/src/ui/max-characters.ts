/** Maximum characters of one message. */
export const MAX_CHARACTERS = 32_000;
