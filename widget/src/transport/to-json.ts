/** JSON in which an array is an array, even if the page defines `Array.prototype.toJSON`, as Prototype 1.6 does. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function keepArray(this: Record<string, unknown>, key, text: unknown) {
    return Array.isArray(this[key]) ? this[key] : text;
  });
}
