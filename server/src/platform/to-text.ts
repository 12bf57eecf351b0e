/** A JSON value as part of a text: a string unchanged, null and a missing value as nothing. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
