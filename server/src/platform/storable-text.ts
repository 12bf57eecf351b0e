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
  // Escapes are visible in JSON text, so one pass over it and a reviver suffice for a case that hardly ever happens.
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) => {
    if (typeof inner === 'string') return toStorableText(inner);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, entry]) => [toStorableText(key), entry]));
  });
}

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
