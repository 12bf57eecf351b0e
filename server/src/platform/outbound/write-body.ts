import { isRecord } from '../is-record.ts';

/** A body that can't be written in its content type; the message names the field. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

/**
 * The body of a request: a text as it is, fields as a form if that is the content type (entries that are null are left
 * out, of a list each is written), anything else as JSON. Throws a BodyError for a field that no form can have.
 */
export function writeBody(body: unknown, contentType: string): string {
  if (typeof body === 'string') return body;
  if (!/^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType) || !isRecord(body)) {
    return JSON.stringify(body);
  }
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry === null || entry === undefined) continue;
      if (typeof entry === 'object') {
        const rule = 'its value must be a text, a number, true, false or a list of these';
        throw new BodyError(`A form can’t have the field “${name}”: ${rule}.`);
      }
      form.append(name, String(entry));
    }
  }
  return form.toString();
}
