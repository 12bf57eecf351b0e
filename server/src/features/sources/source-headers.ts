import { invalid } from '../../platform/errors.ts';
import { headerMask } from '../../platform/header-mask.ts';
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
  return Object.fromEntries(Object.keys(openHeaders(platform, sealed)).map((name) => [name, headerMask]));
}

/**
 * The headers of a change: a mask in place of a value keeps the stored one.
 * @throws ApiError 400 for a mask of a header that is not stored.
 */
export function unmaskHeaders(stored: Headers, wanted: Headers): Record<string, string> {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => {
      const kept = value === headerMask ? known.get(name.toLowerCase()) : value;
      if (kept !== undefined) return [name, kept];
      throw invalid({ path: `body.headers.${name}`, message: 'is masked, but there is no stored value' });
    }),
  );
}
