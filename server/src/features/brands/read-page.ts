import { Parser } from 'htmlparser2';
import { findThings, type Thing } from '../../platform/extract/structured/find-nodes.ts';

interface Icon {
  readonly url: string;
  /** Declared width in pixels; 0 if none is declared, infinite for a vector. */
  readonly size: number;
}

/** What a page declares about its site; addresses are absolute. */
export interface PageBrand {
  title: string;
  /** By the name of the meta element: `og:site_name`, `theme-color`. The first one wins. */
  readonly metas: Map<string, string>;
  readonly icons: Icon[];
  readonly touchIcons: Icon[];
  maskColor: string | undefined;
  manifest: string | undefined;
  readonly styleSheets: string[];
  /** Style rules inside the page. */
  css: string;
  /** Images named as a logo, in document order. */
  readonly logos: string[];
  /** The page's own objects in its JSON-LD. */
  readonly things: readonly Thing[];
}

const maxList = 50;
const maxTitle = 500;
const maxCss = 300_000;

/** Reads the page in one pass: linear in its length, regardless of its content. */
export function readPage(html: string, address: string): PageBrand {
  const page: PageBrand = {
    title: '',
    metas: new Map(),
    icons: [],
    touchIcons: [],
    maskColor: undefined,
    manifest: undefined,
    styleSheets: [],
    css: '',
    logos: [],
    things: findThings(html).flatMap(({ thing, isOwn }) => (isOwn ? [thing] : [])),
  };
  let base = address;
  let inside: 'title' | 'style' | undefined;
  let headerDepth = 0;
  const resolve = (url: string | undefined): string | undefined => {
    if (url === undefined || url.length > 2_000 || !URL.canParse(url, base)) return undefined;
    const { protocol, href } = new URL(url, base);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'base' && base === address) base = resolve(attributes['href']) ?? base;
      if (name === 'title' && page.title === '') inside = 'title';
      if (name === 'style') inside = 'style';
      if (name === 'meta') readMeta(page, attributes);
      if (name === 'link') readLink(page, attributes, resolve(attributes['href']));
      if (name === 'header' || name === 'nav') headerDepth += 1;
      if (name === 'img' && page.logos.length < maxList) {
        const about = [attributes['class'], attributes['id'], attributes['alt'], attributes['src']].join(' ');
        const url = resolve(attributes['src']);
        const isLogo = /\blogo|logo\b|[-_/]logo/iu.test(about.slice(0, 2_000));
        if (url !== undefined && isLogo) page.logos[headerDepth > 0 ? 'unshift' : 'push'](url);
      }
    },
    ontext(text) {
      if (inside === 'title') page.title = (page.title + text).slice(0, maxTitle);
      if (inside === 'style') page.css += text.slice(0, maxCss - page.css.length);
    },
    onclosetag(name) {
      if (name === 'title' || name === 'style') inside = undefined;
      if (name === 'header' || name === 'nav') headerDepth -= 1;
    },
  });
  parser.end(html);
  return page;
}

function readMeta({ metas }: PageBrand, attributes: Readonly<Record<string, string>>): void {
  const name = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase();
  const content = attributes['content']?.trim() ?? '';
  if (name === '' || content === '' || metas.size >= 200) return;
  // A colour for dark mode is not the brand's.
  if (name === 'theme-color' && /dark/iu.test(attributes['media'] ?? '')) return;
  if (!metas.has(name)) metas.set(name, content.slice(0, 2_000));
}

function readLink(page: PageBrand, attributes: Readonly<Record<string, string>>, url: string | undefined): void {
  if (url === undefined) return;
  const relations = (attributes['rel'] ?? '').toLowerCase().split(/\s+/u, 10);
  const sizes = attributes['sizes'] ?? '';
  const isVector = sizes === 'any' || attributes['type'] === 'image/svg+xml' || /\.svg(?:$|\?)/iu.test(url);
  const icon = { url, size: isVector ? Infinity : Number(/(\d{1,4})x\d/iu.exec(sizes)?.[1] ?? 0) };
  if (relations.includes('mask-icon')) page.maskColor ??= attributes['color'];
  else if (relations.some((relation) => relation.startsWith('apple-touch-icon'))) add(page.touchIcons, icon);
  else if (relations.includes('icon')) add(page.icons, icon);
  else if (relations.includes('manifest')) page.manifest ??= url;
  else if (relations.includes('stylesheet')) add(page.styleSheets, url);
}

function add<T>(list: T[], entry: T): void {
  if (list.length < maxList) list.push(entry);
}
