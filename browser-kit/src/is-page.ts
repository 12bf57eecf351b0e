/** True for a web page in place of the server's response: a network that asks for a sign-in answers everything with one. */
export function isPage({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('text/html') === true;
}
