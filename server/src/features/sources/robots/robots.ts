import { OutboundError } from '../../../platform/outbound/index.ts';
import robotsParser from 'robots-parser';
import type { PoliteClient } from '../pacing/polite-client.ts';

/** A site's robots.txt rules for this crawler. */
export interface Robots {
  isAllowed(url: string): boolean;
  readonly sitemaps: readonly string[];
  /** Requested seconds between two requests, 0 if there is none. */
  readonly delaySeconds: number;
}

/**
 * robots.txt is temporarily unavailable, so that nothing may be requested (RFC 9309, 2.3.1.4). The message is safe to
 * show.
 */
export class RobotsUnavailable extends Error {
  override readonly name = 'RobotsUnavailable';
}

const agent = 'PorticoBot';
/** RFC 9309, 2.5: at least 500 KiB have to be read. */
const maxBytes = 512 * 1024;
const maxRedirects = 5;
const everything: Robots = { isAllowed: () => true, sitemaps: [], delaySeconds: 0 };

/** Reads the robots.txt of an origin. Throws RobotsUnavailable. */
export async function readRobots(client: PoliteClient, origin: string, signal: AbortSignal): Promise<Robots> {
  let url = `${origin}/robots.txt`;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const { status, headers, body } = await client.request(url, { maxBytes, truncate: true, signal });
      const location = headers['location'];
      if (status >= 300 && status < 400 && location !== undefined) {
        const next = URL.parse(location, url);
        if (next === null) break;
        url = next.href;
        continue;
      }
      if (status === 429 || status >= 500) throw new RobotsUnavailable(`robots.txt: HTTP ${status}`);
      return status >= 200 && status < 300 ? parseRobots(origin, body.toString('utf8')) : everything;
    }
  } catch (error) {
    if (error instanceof OutboundError && error.code !== 'too_large') {
      throw new RobotsUnavailable(`robots.txt: ${error.message}`, { cause: error });
    }
    throw error;
  }
  // After more redirects it counts as missing (RFC 9309, 2.3.1.2).
  return everything;
}

/**
 * Matching a rule with wildcards takes time proportional to the product of the lengths, so their total length is
 * limited; further rules are ignored.
 */
const maxWildcards = 20_000;

function parseRobots(origin: string, text: string): Robots {
  let wildcards = 0;
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => normalizeRule(line).replaceAll(/\*{2,}/g, '*'))
    .filter(
      (line) => !line.includes('*') || /^\s*user-agent/i.test(line) || (wildcards += line.length) <= maxWildcards,
    );
  const rules = robotsParser(`${origin}/robots.txt`, lines.join('\n'));
  return {
    isAllowed: (url) => rules.isAllowed(normalizeAddress(url), agent) !== false,
    sitemaps: rules.getSitemaps().slice(0, 100),
    delaySeconds: Math.max(0, rules.getCrawlDelay(agent) ?? 0) || 0,
  };
}

/** An `Allow` or `Disallow` line with its path as `normalizeEncoding` returns it; any other line unchanged. */
function normalizeRule(line: string): string {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).trim();
  if (!/^(?:dis)?allow$/i.test(name)) return line;
  const [path = ''] = line.slice(colon + 1).split('#', 1);
  // Only at the end it is the mark of the end.
  return `${name}: ${normalizeEncoding(path.trim()).replaceAll(/\$(?!$)/g, '%24')}`;
}

/** An address whose path and query a rule is compared with. Its `*` and `$` are characters, not a rule's marks. */
function normalizeAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const path = normalizeEncoding(pathname + search);
  return origin + path.replaceAll('*', '%2A').replaceAll('$', '%24');
}

/** Percent-encoded letters, digits, `-`, `.`, `_` and `~` (RFC 3986, 2.3). */
const unreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * Text in one of its percent-encodings: unreserved characters are themselves, others than ASCII are encoded, and
 * reserved ones stay as they are (RFC 9309, 2.2.2), except the apostrophe, which the URL Standard encodes in queries.
 * The parser compares the digits of an encoding in upper case.
 */
function normalizeEncoding(text: string): string {
  return encodeURI(text)
    .replaceAll('%25', '%')
    .replaceAll("'", '%27')
    .replaceAll(unreserved, (octet) => decodeURIComponent(octet));
}
