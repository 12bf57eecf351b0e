/**
 * Checks the address of a Portico server. On a page of the server itself, it may be empty or a path.
 * @throws TypeError for what `fetch` can't request, which would look like a server that is down.
 */
export function requireAddress(name: string, value: unknown): void {
  if (typeof value === 'string' && /^(?:https?:\/\/[^/]|\/|$)/i.test(value)) return;
  throw new TypeError(`${name} must be an address like https://portico.example.com, not ${JSON.stringify(value)}`);
}
