import { measureJson } from '../../platform/measure-json.ts';

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

/** Whether the value's JSON is at most 20,000 bytes. */
function fitsAsJson(value: unknown): boolean {
  // Its measure is up to twice the length: what is certainly larger is not written.
  if (measureJson(value, contentBytes * 3).length > contentBytes * 3) return false;
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined || Buffer.byteLength(text) <= contentBytes;
  } catch (error) {
    // JSON.stringify has a limited depth.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
