/** Postgres accepts no NUL in a text, and UTF-8 has no lone surrogates (Unicode 3.9, D76 and D92). */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What is wrong with a text that can't be stored. */
export const unstorableText = 'contains a NUL character or a lone surrogate, which is not valid text';

/** Removes NULs and replaces lone surrogates, for texts that must not be refused. */
export function toStorableText(text: string): string {
  if (text.includes('\0')) return toStorableText(text.replaceAll('\0', ''));
  return text.toWellFormed();
}

/**
 * A JSON value from outside (a model, a tool, another server) whose texts, including keys, can be stored. Returns the
 * value itself if nothing has to change. Doesn't recurse, so values nested deeper than the stack are supported.
 */
export function toStorable<T>(value: T): T;
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null || isStorable(value)) return value;
  return JSON.parse(toStorableJson(JSON.stringify(value)));
}

/**
 * The same for JSON text, in which such characters are escapes: Postgres stores them in a column of type json, and fails
 * when a query decodes them later.
 */
export function toStorableJson(text: string): string {
  // Also finds pairs, and the text `u0000` after an escaped backslash, but most JSON contains neither.
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return text;
  // An escaped backslash is matched as well, so that what follows it isn't taken for an escape.
  return text
    .replaceAll(/(\\\\)|\\u0000/g, '$1')
    .replaceAll(/\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}/gi, (match) =>
      match.length === loneLength ? '\ufffd' : match,
    );
}

/** The length of an escape like `\ud83d`; a pair has two of them. */
const loneLength = 6;

function isStorable(value: object): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (!isStorableText(next)) return false;
    } else if (Array.isArray(next)) {
      for (const entry of next) open.push(entry);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, entry] of Object.entries(next)) open.push(key, entry);
    }
  }
  return true;
}
