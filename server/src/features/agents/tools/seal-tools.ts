import type { Tool } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { seal, tryUnseal } from '../../../platform/seal.ts';
import { mapHeaders } from './map-headers.ts';
import { ToolError } from './open-tool.ts';

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
 * Stored tools with their original values, to be shown or changed. A value encrypted with another SECRET_KEY can't be
 * recovered and becomes empty.
 */
export function unsealTools<T extends Tool>(platform: Platform, tools: readonly T[]): T[] {
  return mapHeaders(tools, (value, name) => {
    const original = readValue(platform, value);
    if (original === undefined)
      platform.log.warn({ header: name }, 'a header of a tool was sealed under another SECRET_KEY');
    return original ?? '';
  });
}

/** A stored tool with its original values, to be called. Throws a ToolError if a value can't be recovered. */
export function unsealForUse<T extends Tool>(platform: Platform, tool: T): T {
  const [opened = tool] = mapHeaders([tool], (value, name) => {
    const original = readValue(platform, value);
    if (original !== undefined) return original;
    throw new ToolError(
      `The header ${name} of this tool can't be read, because SECRET_KEY has changed: its owner has to enter it again.`,
    );
  });
  return opened;
}

function readValue({ config }: Platform, value: string): string | undefined {
  if (!value.startsWith(mark)) return value;
  return tryUnseal(config.secretKey, Buffer.from(value.slice(mark.length), 'base64'));
}
