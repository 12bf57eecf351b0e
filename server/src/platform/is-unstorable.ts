/**
 * True for an error caused by the values to be written: Postgres classes 22, 23 and 54, and JSON nested too deep to be
 * serialized. Retrying won't help.
 */
export function isUnstorable(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return /^(22|23|54)[0-9A-Z]{3}$/.test(String(error.code));
}
