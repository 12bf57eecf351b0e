/** Maximum bytes of one content of an event (docs/reference/webhooks.md#events). */
export const contentBytes = 20_000;

/**
 * Data without its contents over 20,000 bytes, of a text or of the JSON of anything else: their fields are null, and
 * `omitted` names them.
 */
export function leaveOutContents(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const omitted: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    const fits = typeof value === 'string' ? Buffer.byteLength(value) <= contentBytes : fitsAsJson(value);
    kept[name] = fits ? value : null;
    if (!fits) omitted.push(name);
  }
  return omitted.length === 0 ? kept : { ...kept, omitted };
}

class TooLarge extends Error {}

/** Whether the value's JSON is at most 20,000 bytes. What is larger is not read further than that. */
function fitsAsJson(value: unknown): boolean {
  let atLeast = 0;
  // A replacer is called with the array or object as `this`.
  const count = function (this: unknown, name: string, member: unknown): unknown {
    atLeast += minBytes(Array.isArray(this) ? null : name, member);
    if (atLeast > contentBytes) throw new TooLarge();
    return member;
  };
  try {
    const text = JSON.stringify(value, count) as string | undefined;
    return text === undefined || Buffer.byteLength(text) <= contentBytes;
  } catch (error) {
    // JSON.stringify has a limited depth.
    if (error instanceof TooLarge || error instanceof RangeError) return false;
    throw error;
  }
}

/** Bytes that a member needs at least in JSON, without its own members; the name of one of an array is null. */
function minBytes(name: string | null, member: unknown): number {
  // Objects leave it out, and arrays contain null instead.
  if (member === undefined) return name === null ? 4 : 0;
  const own = typeof member === 'string' ? member.length + 2 : typeof member === 'object' && member !== null ? 2 : 1;
  // The outermost value has an empty name.
  return own + (name?.length ?? 0);
}
