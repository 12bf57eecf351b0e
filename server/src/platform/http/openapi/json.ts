/** A piece of the document. */
export type Json = Record<string, unknown>;
