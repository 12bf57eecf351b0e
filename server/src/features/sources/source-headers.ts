import type { Platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/seal.ts';

/** What is shown in place of a header's value. */
export const headerMask = '********';

type Headers = Readonly<Record<string, string>>;

/** The headers of a source as they are stored. */
export function sealHeaders(platform: Platform, headers: Headers): Buffer | null {
  return Object.keys(headers).length === 0 ? null : seal(platform.config.secretKey, JSON.stringify(headers));
}

/** Stored headers as they were given. What another SECRET_KEY sealed can't be had back. */
export function openHeaders(platform: Platform, sealed: Buffer | null): Record<string, string> {
  if (sealed === null) return {};
  try {
    return JSON.parse(unseal(platform.config.secretKey, sealed));
  } catch (error) {
    platform.log.warn({ err: error }, 'the headers of a source were sealed under another SECRET_KEY');
    return {};
  }
}

/** The headers that a change asks for: the mask in place of a value keeps the one that is there. */
export function mergeHeaders(before: Headers, wanted: Headers): Record<string, string> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      const kept = value === headerMask ? known.get(name.toLowerCase()) : value;
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}
