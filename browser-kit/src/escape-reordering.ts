/** Characters that change the order in which the text around them is shown. */
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes the characters visible that change the order of a JSON text; it has the same value. */
export function escapeReordering(json: string): string {
  return json.replaceAll(reordering, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
