import { invalid } from '../../platform/errors.ts';
import { secretMask } from '../../platform/secret-mask.ts';
import type { Platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/seal.ts';

type Headers = Readonly<Record<string, string>>;

/** The headers of a source as they are stored. */
export function sealHeaders(platform: Platform, headers: Headers): Buffer | null {
  return Object.keys(headers).length === 0 ? null : seal(platform.config.secretKey, JSON.stringify(headers));
}

/** Stored headers with their original values. A value encrypted with another SECRET_KEY can't be recovered. */
export function openHeaders(platform: Platform, sealed: Buffer | null): Record<string, string> {
  if (sealed === null) return {};
  try {
    return JSON.parse(unseal(platform.config.secretKey, sealed));
  } catch (error) {
    platform.log.warn({ err: error }, 'the headers of a source were sealed under another SECRET_KEY');
    return {};
  }
}

/** The names of stored headers, each with the mask in place of its value. */
export function maskHeaders(platform: Platform, sealed: Buffer | null): Record<string, string> {
  return Object.fromEntries(Object.keys(openHeaders(platform, sealed)).map((name) => [name, secretMask]));
}

/** The address to whose scheme, host and port the headers of a source are sent. */
export function homeOf({ url, urls }: { readonly url: string | null; readonly urls: readonly string[] }): URL {
  return new URL(url ?? urls[0] ?? '');
}

/**
 * The headers of a change: a mask in place of a value keeps the stored one. `isElsewhere` says that they would be sent to
 * another host than before, which must not get values that nobody can read.
 * @throws ApiError 400 for a mask of a header that is not stored, or that was stored for another host.
 */
export function unmaskHeaders(stored: Headers, wanted: Headers, isElsewhere = false): Record<string, string> {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => {
      if (value !== secretMask) return [name, value];
      const kept = known.get(name.toLowerCase());
      const path = `body.headers.${name}`;
      if (kept === undefined) throw invalid({ path, message: 'is masked, but no value of it is stored' });
      if (!isElsewhere) return [name, kept];
      throw invalid({ path, message: 'was stored for another host: send its value again, or remove it' });
    }),
  );
}
