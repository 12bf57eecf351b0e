import type { Tool } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { seal, unseal } from '../../../platform/seal.ts';
import { mapHeaders } from './map-headers.ts';

/*
 * The headers of a tool's requests are where its credentials are, so the database holds their values sealed. Everything that
 * is written is sealed, so a value that itself begins like a sealed one is distinguished.
 */
const mark = 'sealed:';

/** Tools as they are stored. Takes them as they were given: sealing twice would hide the value for good. */
export function sealTools<T extends Tool>(platform: Platform, tools: readonly T[]): T[] {
  const { secretKey } = platform.config;
  return mapHeaders(tools, (value) => mark + seal(secretKey, value).toString('base64'));
}

/** Stored tools as they were given. A value that another SECRET_KEY sealed can't be had back and is empty. */
export function unsealTools<T extends Tool>(platform: Platform, tools: readonly T[]): T[] {
  return mapHeaders(tools, (value) => {
    if (!value.startsWith(mark)) return value;
    try {
      return unseal(platform.config.secretKey, Buffer.from(value.slice(mark.length), 'base64'));
    } catch (error) {
      platform.log.warn({ err: error }, 'a header of a tool was sealed under another SECRET_KEY');
      return '';
    }
  });
}
