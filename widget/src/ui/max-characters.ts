/** Characters that the server takes in one message. */
export const MAX_CHARACTERS = 32_000;
