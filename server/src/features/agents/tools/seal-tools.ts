import type { Tool } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { seal, unseal } from '../../../platform/seal.ts';
import { mapHeaders } from './map-headers.ts';

/*
 * Header values of a tool's requests contain credentials, so they are encrypted in the database. Every value is
 * encrypted, including one that happens to look encrypted.
 */
const mark = 'sealed:';

/** Tools in stored form. Expects original values: encrypting twice would make a value unrecoverable. */
export function sealTools<T extends Tool>(platform: Platform, tools: readonly T[]): T[] {
  const { secretKey } = platform.config;
  return mapHeaders(tools, (value) => mark + seal(secretKey, value).toString('base64'));
}

/**
 * Stored tools with their original values. A value encrypted with another SECRET_KEY can't be recovered and becomes
 * empty.
 */
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
