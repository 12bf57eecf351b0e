/**
 * Refuses a call outside of a browser, before it requests anything.
 * @throws Error that names the function and what to do, instead of a global that a server doesn't have.
 */
export function requirePage(name: string): void {
  if (typeof document !== 'undefined') return;
  throw new Error(
    `${name} can only run in a browser. On a page that a server renders, call it once the page is shown.`,
  );
}
