import ipaddr from 'ipaddr.js';

/** An exception to the rule that only public addresses are reachable. A null port means any. */
type Entry =
  | { kind: 'host'; host: string; port: number | null }
  | { kind: 'range'; range: [ipaddr.IPv4 | ipaddr.IPv6, number]; port: number | null };

/** The exceptions that OUTBOUND_ALLOW names: hosts (regardless of what they resolve to), addresses and ranges. */
export class AllowList {
  readonly #entries: Entry[];

  constructor(entries: Entry[]) {
    this.#entries = entries;
  }

  allowsHost(host: string, port: number): boolean {
    return this.#entries.some((entry) => entry.kind === 'host' && entry.host === host && (entry.port ?? port) === port);
  }

  allowsAddress(address: ipaddr.IPv4 | ipaddr.IPv6, port: number): boolean {
    return this.#entries.some(
      (entry) =>
        entry.kind === 'range' &&
        (entry.port ?? port) === port &&
        entry.range[0].kind() === address.kind() &&
        address.match(entry.range),
    );
  }
}

/**
 * Reads OUTBOUND_ALLOW (docs/reference/outbound.md#exceptions): a comma-separated list of `host`, `host:port`, `ip`,
 * `ip:port`, `[ipv6]:port` and CIDR ranges. Throws an Error that names the first entry which is none of these.
 */
export function parseAllowList(text: string): AllowList {
  const entries = text.split(',').map((entry) => entry.trim());
  return new AllowList(entries.filter(Boolean).map(parseEntry));
}

function parseEntry(text: string): Entry {
  if (text.includes('/')) {
    if (!ipaddr.isValidCIDR(text)) throw new Error(`"${text}" is not a valid address range`);
    return { kind: 'range', range: ipaddr.parseCIDR(text), port: null };
  }
  if (ipaddr.IPv6.isValid(text)) return toRange(text, null);
  const [, host = '', portText] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/u.exec(text) ?? [];
  const port = portText === undefined ? null : Number(portText);
  // The URL parser normalises every notation of a host to the one used in requests.
  const url = URL.parse(`http://${host}/`);
  if (!url || host === '' || /[@?#\\*\s]/u.test(host) || (port !== null && (port < 1 || port > 65_535)))
    throw new Error(`"${text}" is neither a host, an address nor a range`);
  const name = plainHost(url.hostname);
  return ipaddr.isValid(name) ? toRange(name, port) : { kind: 'host', host: name, port };
}

function toRange(text: string, port: number | null): Entry {
  const address = ipaddr.process(text);
  return { kind: 'range', range: [address, address.kind() === 'ipv4' ? 32 : 128], port };
}

/** A URL's hostname without the brackets of IPv6 and without the root's dot, in lower case. */
export function plainHost(hostname: string): string {
  return hostname
    .replace(/^\[(.*)\]$/u, '$1')
    .replace(/\.$/u, '')
    .toLowerCase();
}
