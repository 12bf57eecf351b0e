import { gzipSync } from 'node:zlib';
import { makePage, type SiteAnswer, type WebSite } from './web-site.ts';

interface ConditionalPage {
  readonly etag: string;
  readonly answer: SiteAnswer;
}

export interface DifficultSite {
  /** Pages with an ETag, by path; a conditional request with the ETag gets a 304. */
  readonly conditional: Map<string, ConditionalPage>;
  /** Number of bytes sent of the page of 50 MiB. */
  readonly sentBytes: number;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/**
 * Fills a site with this many ordinary pages and with everything that makes crawling difficult: loops, an endless
 * calendar, a trap of ever longer paths, redirects, copies, noindex, robots.txt, gzip sitemaps with an index, pages of
 * 50 MiB, wrong charsets, sessions in addresses.
 */
export function fillDifficultSite(site: WebSite, ordinary: number): DifficultSite {
  let sentBytes = 0;
  const sitemap = (paths: readonly string[], kind = 'urlset', item = 'url'): string =>
    `<?xml version="1.0"?><${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<${item}><loc>${site.url}${path}</loc><lastmod>2026-01-01</lastmod></${item}>`)
      .join('')}</${kind}>`;
  const pages: Record<string, SiteAnswer> = {
    '/robots.txt': `User-agent: *\nDisallow: /private\nSitemap: ${site.url}/maps.xml\n`,
    '/maps.xml': sitemap(['/map-1.xml.gz', '/map-2.xml'], 'sitemapindex', 'sitemap'),
    '/map-1.xml.gz': {
      headers: { 'content-type': 'application/x-gzip' },
      body: gzipSync(sitemap(['/orphan', '/orphan?utm_campaign=spring'])),
    },
    '/map-2.xml': { headers: { 'content-type': 'application/xml' }, body: sitemap(['/second-orphan']) },
    '/orphan': makePage('Orphan'),
    '/second-orphan': makePage('Second orphan'),
    '/': makePage('Start', [
      '/p/1',
      '/calendar?month=1',
      '/old',
      '/loop-a',
      '/canonical?view=print',
      '/copy',
      '/original',
      '/noindex',
      '/soft',
      '/app',
      '/huge',
      '/slow',
      '/mislabelled',
      '/polish',
      '/refresh',
      '/sub/dir/base',
      '/session?PHPSESSID=abc123',
      '/session?PHPSESSID=def456&x=1',
      '/trap/',
      '/notes.txt',
      '/picture',
      '/broken',
      '/private/diary',
      '/header-noindex',
      '/nofollow',
      '/empty',
    ]),
    '/old': { status: 301, headers: { location: '/hop' } },
    '/hop': { status: 302, headers: { location: `${site.url}/new` } },
    '/new': makePage('New'),
    '/loop-a': { status: 302, headers: { location: '/loop-b' } },
    '/loop-b': { status: 302, headers: { location: '/loop-a' } },
    '/canonical?view=print': makePage('Canonical', [], { head: '<link rel="canonical" href="/canonical">' }),
    '/canonical': makePage('Canonical', ['/canonical?view=print']),
    '/original': makePage('Twin'),
    '/copy': makePage('Twin'),
    '/noindex': makePage('Noindex', ['/behind-noindex'], { head: '<meta name="robots" content="noindex">' }),
    '/behind-noindex': makePage('Behind noindex'),
    '/header-noindex': {
      headers: { 'x-robots-tag': 'otherbot: nofollow, porticobot: noindex' },
      body: makePage('Hidden'),
    },
    '/nofollow': makePage('Nofollow', ['/behind-nofollow'], { head: '<meta name="robots" content="nofollow">' }),
    '/behind-nofollow': makePage('Behind nofollow'),
    '/soft':
      '<html><head><title>Page not found | Example</title></head><body><h1>Page not found</h1><p>Sorry.</p></body></html>',
    '/app':
      '<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
    '/huge': {
      send: (response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const piece = Buffer.alloc(1024 * 1024, 'a');
        let left = 50;
        const write = (): void => {
          while (left > 0 && !response.destroyed) {
            left -= 1;
            sentBytes += piece.length;
            if (!response.write(piece)) {
              response.once('drain', write);
              return;
            }
          }
          response.end();
        };
        write();
      },
    },
    '/slow': { delayMs: 400, body: makePage('Slow') },
    '/mislabelled': {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: latin1(makePage('Café crème', [], { body: '<p>Crème brûlée costs 7 euros.</p>' })),
    },
    '/polish': {
      headers: { 'content-type': 'text/html' },
      body: Buffer.concat([
        latin1('<html><head><meta charset="iso-8859-2"><title>Polish</title></head><body><h1>Za'),
        Buffer.from([0xbf, 0xf3, 0xb3, 0xe6]),
        latin1(' g</h1><p>The page is about the Polish alphabet and its letters.</p></body></html>'),
      ]),
    },
    '/refresh': makePage('Moved', [], { head: '<meta http-equiv="refresh" content="0; url=/refreshed">' }),
    '/refreshed': makePage('Refreshed'),
    '/sub/dir/base': makePage('Base', ['inner'], { head: '<base href="/elsewhere/">' }),
    '/elsewhere/inner': makePage('Inner'),
    '/session': makePage('Session', ['/session?sid=99']),
    '/session?x=1': makePage('Session with x'),
    '/notes.txt': { headers: { 'content-type': 'text/plain' }, body: 'Plain notes on the opening hours of the shop.' },
    '/picture': { headers: { 'content-type': 'image/png' }, body: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]) },
    '/broken': { status: 500, body: 'Oh no' },
    '/private/diary': makePage('Diary'),
    '/empty': '<html><head><title>Nothing</title></head><body></body></html>',
  };
  for (let index = 1; index <= ordinary; index += 1) {
    // A tree of pages with links back to the parents, each page with an ETag.
    const links = [index * 3, index * 3 + 1, index * 3 + 2]
      .filter((child) => child <= ordinary)
      .map((child) => `/p/${child}`);
    const body = makePage(`Topic ${index}`, [...links, '/', `/p/${Math.max(1, index - 1)}#top`]);
    pages[`/p/${index}`] = { headers: { etag: `"${index}"` }, body };
  }
  site.pages.clear();
  for (const [path, answer] of Object.entries(pages)) site.pages.set(path, answer);
  site.otherwise = (path) => {
    const month = Number(/^\/calendar\?month=(\d+)$/.exec(path)?.[1]);
    if (month > 0) return makePage(`Month ${month}`, [`/calendar?month=${month + 1}`]);
    if (path.startsWith('/trap/')) return makePage(`Trap ${path}`, ['trap/', 'again/']);
    return undefined;
  };
  return {
    conditional: serveConditionally(site),
    get sentBytes() {
      return sentBytes;
    },
  };
}

/** Responds to conditional requests for pages that have an ETag, as servers do. */
function serveConditionally(site: WebSite): Map<string, ConditionalPage> {
  const conditional = new Map<string, ConditionalPage>();
  for (const [path, answer] of site.pages) {
    const etag = typeof answer === 'string' ? undefined : answer.headers?.['etag'];
    if (etag === undefined) continue;
    site.pages.delete(path);
    conditional.set(path, { etag, answer });
  }
  const before = site.otherwise;
  site.otherwise = (path, request) => {
    const known = conditional.get(path);
    if (known === undefined) return before(path, request);
    return request.headers['if-none-match'] === known.etag
      ? { status: 304, headers: { etag: known.etag } }
      : known.answer;
  };
  return conditional;
}
