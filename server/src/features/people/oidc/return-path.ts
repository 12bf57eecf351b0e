const home = '/console';

/**
 * Returns the path to send a browser to after sign-in: `wanted` if it is the console or below it, else the console. It is
 * judged as the browser will read it, so that no spelling leads to another site or another page of ours.
 */
export function toReturnPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith(home)) return home;
  const base = 'http://console.invalid';
  const url = URL.parse(wanted, base);
  if (url === null || url.origin !== base) return home;
  if (url.pathname !== home && !url.pathname.startsWith(`${home}/`)) return home;
  return url.pathname + url.search + url.hash;
}
