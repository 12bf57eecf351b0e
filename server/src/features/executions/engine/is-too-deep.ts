/** Maximum nesting of a JSON value from outside, so that code may recurse over it. */
export const deepest = 64;

/** True for a JSON value nested deeper than that. */
export function isTooDeep(value: unknown, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isTooDeep(entry, levels - 1));
}
