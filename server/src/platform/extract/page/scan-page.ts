import { Parser } from 'htmlparser2';

/** What a page says of itself and where it leads, apart from its text. */
export interface PageSignals {
  /** What its relative links are relative to: the address, or its `base`. */
  base: string;
  /** The `lang` of the page, in lower case; undefined if it names none. */
  language: string | undefined;
  canonical: string | undefined;
  /** Where a meta refresh of at most 10 seconds leads. */
  refresh: string | undefined;
  noindex: boolean;
  nofollow: boolean;
  /** Absolute http and https addresses in order, without those that are marked nofollow. */
  links: string[];
  /** True if scripts are loaded, so that the text may be theirs to write. */
  hasScripts: boolean;
}

/** More links than this are navigation by the thousand, or a trap. */
const maxLinks = 2000;
const maxRefreshSeconds = 10;
const maxAddressLength = 2000;

/** Names under which a page addresses crawlers, and this one. */
const robotNames = new Set(['robots', 'porticobot']);

/** Reads a page's links and its words to crawlers in one pass over its tags; linear in its length. */
export function scanPage(html: string, address: string): PageSignals {
  const signals: PageSignals = {
    base: address,
    language: undefined,
    canonical: undefined,
    refresh: undefined,
    noindex: false,
    nofollow: false,
    links: [],
    hasScripts: false,
  };
  let hasBase = false;
  const found = new Set<string>();
  const resolve = (href: string | undefined): string | undefined => {
    const url = href === undefined || href.length > maxAddressLength ? null : URL.parse(href.trim(), signals.base);
    return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= maxAddressLength ? url.href : undefined;
  };
  const addLink = (href: string | undefined): void => {
    const url = resolve(href);
    if (url !== undefined && found.size < maxLinks) found.add(url);
  };
  const readMeta = (attributes: Record<string, string>): void => {
    const content = attributes['content'] ?? '';
    if (robotNames.has((attributes['name'] ?? '').trim().toLowerCase())) {
      const { noindex, nofollow } = readRobotsRules(content);
      signals.noindex ||= noindex;
      signals.nofollow ||= nofollow;
    }
    if ((attributes['http-equiv'] ?? '').trim().toLowerCase() === 'refresh') {
      const [, seconds = '', target] =
        /^\s*(\d{1,6})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? [];
      if (target !== undefined && Number(seconds) <= maxRefreshSeconds) signals.refresh ??= resolve(target);
    }
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      switch (name) {
        case 'html':
          signals.language ??= attributes['lang']?.trim().toLowerCase().slice(0, 20);
          break;
        case 'base':
          // Only the first counts (HTML 4.2.3).
          if (!hasBase && attributes['href'] !== undefined) {
            hasBase = true;
            signals.base = resolve(attributes['href']) ?? signals.base;
          }
          break;
        case 'meta':
          readMeta(attributes);
          break;
        case 'link':
          if (hasWord(attributes['rel'], 'canonical')) signals.canonical ??= resolve(attributes['href']);
          if (hasWord(attributes['rel'], 'next') || hasWord(attributes['rel'], 'prev')) addLink(attributes['href']);
          break;
        case 'a':
        case 'area':
          if (!hasWord(attributes['rel'], 'nofollow')) addLink(attributes['href']);
          break;
        case 'frame':
          addLink(attributes['src']);
          break;
        case 'script':
          signals.hasScripts ||= (attributes['type'] ?? '') !== 'application/ld+json';
          break;
        default:
      }
    },
  });
  const piece = 65_536;
  for (let at = 0; at < html.length; at += piece) parser.write(html.slice(at, at + piece));
  parser.end();
  signals.links = [...found];
  return signals;
}

/**
 * What `noindex, nofollow` or an X-Robots-Tag header forbids; rules that are addressed to another crawler
 * (`otherbot: noindex`) don't count.
 */
export function readRobotsRules(text: string): { noindex: boolean; nofollow: boolean } {
  let isForUs = true;
  const rules = new Set<string>();
  for (const part of text.toLowerCase().split(',')) {
    const [, agent, rule = ''] = /^(?:\s*([\w-]+)\s*:)?\s*([^]*)$/.exec(part) ?? [];
    if (agent !== undefined && !valued.has(agent)) isForUs = robotNames.has(agent);
    if (isForUs) rules.add(rule.trim());
  }
  const none = rules.has('none');
  return { noindex: none || rules.has('noindex'), nofollow: none || rules.has('nofollow') };
}

/** Rules that have a value after a colon and name no crawler. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

function hasWord(words: string | undefined, word: string): boolean {
  return words !== undefined && words.toLowerCase().split(/\s+/).includes(word);
}
