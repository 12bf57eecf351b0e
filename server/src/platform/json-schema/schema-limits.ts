/** Bounds of a JSON Schema that somebody saves: compiling one costs far more time and memory than its text. */
export const schemaLimits = {
  /** UTF-16 units of its JSON text. */
  length: 256 * 1024,
  /** Values in it: objects, lists, and what they hold. */
  values: 5_000,
  /** Levels of objects and lists. */
  depth: 32,
  /** Entries of one list of an `enum`, or of any other list. */
  entries: 1_000,
} as const;
