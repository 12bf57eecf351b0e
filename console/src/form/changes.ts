export type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the difference as a JSON Merge Patch (RFC 7396): only changed members, null for removed ones, lists as a
 * whole; undefined if nothing differs.
 */
export function changesOf(saved: Values, values: Values): Values | undefined {
  const changes: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(saved), ...Object.keys(values)])) {
    const before = saved[name];
    const after = values[name];
    if (isSame(before, after)) continue;
    const isNested = isValues(before) && isValues(after);
    changes[name] = isNested ? (changesOf(before, after) ?? {}) : (after ?? null);
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** Applies a merge patch that `changesOf` made. */
export function applyChanges<Whole extends Values>(saved: Whole, changes: Values): Whole {
  const merged = Object.entries(changes).map(([name, change]) => {
    const before = saved[name];
    return [name, isValues(change) && isValues(before) ? applyChanges(before, change) : change];
  });
  return { ...saved, ...Object.fromEntries(merged) };
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (!isValues(a) || !isValues(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSame(a[name], b[name]));
}

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
