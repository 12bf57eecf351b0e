/**
 * Maximum UTF-16 units of JSON that one step of a workflow may produce or pass on. Each result is recorded, and the
 * embedded database blocks this process for up to 0.1 s per megabyte.
 */
export const maxDataLength = 8 * 1024 * 1024;
/** Maximum UTF-16 units of JSON that an expression may read. */
export const maxReadLength = 32 * 1024 * 1024;

/** The size of a JSON value: the approximate length of its text, and the number of values in it. */
export interface JsonSize {
  length: number;
  values: number;
}

/**
 * Measures a JSON value without serializing it, and stops once `length` is more than `limit`. Values that `isOmitted` are
 * not looked into.
 */
export function measureJson(
  value: unknown,
  limit: number = maxDataLength,
  isOmitted: (value: unknown) => boolean = () => false,
): JsonSize {
  const waiting: unknown[] = [value];
  const size = { length: 0, values: 0 };
  while (waiting.length > 0 && size.length <= limit) {
    const next = waiting.pop();
    size.values += 1;
    size.length += typeof next === 'string' ? next.length + 2 : 4;
    if (isOmitted(next)) continue;
    if (Array.isArray(next)) {
      if (next.length > limit) return { length: Infinity, values: next.length };
      for (const entry of next) waiting.push(entry);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, entry] of Object.entries(next)) {
        size.length += key.length + 3;
        waiting.push(entry);
      }
    }
  }
  return size;
}
