/**
 * Checks a key that is sent in a header.
 * @throws TypeError for one that `fetch` can't send, such as with the `…` of an example, which would look like a server
 * that is down. The error of `Headers` would contain the key.
 */
export function requireHeader(name: string, value: string | undefined): void {
  try {
    new Headers().set('X', value ?? '');
  } catch {
    throw new TypeError(`${name} has a character that no header can contain: is it the whole key?`);
  }
}
