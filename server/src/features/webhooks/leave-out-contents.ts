/** Maximum bytes of one content of an event (docs/reference/webhooks.md#events). */
export const contentBytes = 20_000;

/** Data without its contents over 20,000 bytes: their fields are null, and `omitted` names them. */
export function leaveOutContents(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const omitted: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    const fits =
      typeof value === 'string' ? Buffer.byteLength(value) <= contentBytes : measure(value, contentBytes) >= 0;
    kept[name] = fits ? value : null;
    if (!fits) omitted.push(name);
  }
  return omitted.length === 0 ? kept : { ...kept, omitted };
}

/**
 * Approximately what remains of `budget` after the value's JSON; negative as soon as it is exceeded, without reading
 * further.
 */
function measure(value: unknown, budget: number): number {
  if (typeof value === 'string') return value.length > budget ? -1 : budget - Buffer.byteLength(value) - 2;
  if (typeof value !== 'object' || value === null) return budget - 5;
  let left = budget - 2;
  for (const [name, member] of Object.entries(value)) {
    left = measure(member, left - (Array.isArray(value) ? 1 : name.length + 4));
    if (left < 0) return left;
  }
  return left;
}
