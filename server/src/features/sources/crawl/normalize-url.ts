/** Query parameters for sessions and campaigns, which never identify a page. */
const ignored =
  /^(?:phpsessid|jsessionid|sessionid|session_id|sess_id|sid|aspsessionid\w*|cfid|cftoken|oscsid|zenid|utm_\w+|gclid|dclid|fbclid|msclkid|mc_cid|mc_eid|_ga|_gl|yclid|igshid)$/i;

/** File extensions of resources without text. */
const assets =
  /\.(?:avi|avif|bin|bmp|bz2|css|deb|dmg|eot|exe|flac|gif|gz|ico|iso|jpe?g|js|m4a|m4v|map|mjs|mkv|mov|mp3|mp4|mpe?g|msi|ogg|otf|png|rar|rpm|svg|tar|tgz|tiff?|ttf|wasm|wav|webm|webp|woff2?|xz|zip|7z)$/i;

const maxLength = 2000;

/**
 * The canonical form of a page's address: without fragment, session ids and campaign parameters. Undefined if it is not
 * an http or https address, contains credentials, or is too long.
 */
export function normalizeUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(/;(?:jsessionid|sid|phpsessid)=[^/;]*/gi, '');
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !ignored.test(pair.split('=', 1)[0] ?? ''));
  url.search = kept.join('&');
  return url.href.length <= maxLength ? url.href : undefined;
}

/** True for addresses of images, styles, archives and the like, which are not worth a request. */
export function isAsset(url: string): boolean {
  return assets.test(new URL(url).pathname);
}

/** True if a path repeats itself, as only broken relative links and crawler traps do: `/a/b/a/b/a/b`. */
export function isTrap(url: string): boolean {
  const counts = new Map<string, number>();
  for (const segment of new URL(url).pathname.split('/')) {
    if (segment === '') continue;
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > 3) return true;
    counts.set(segment, count);
  }
  return false;
}
