import { ChatBranding, Colour } from '@portico/shared-types';
import { isRecord } from '../../platform/is-record.ts';

/** What older versions accepted as a colour. */
const oldPattern = /^\s*([a-z]{3,30}|[a-z]{3,6}\([\d\s.,%/a-z+-]{1,80}\))\s*$/i;

/**
 * The body of an interface with the defaults for words that older versions accepted as colours, like `brandblue`. An
 * installation reads what it has stored in the same way, so that both are equal.
 */
export function replaceOldColours(body: Record<string, unknown>): Record<string, unknown> {
  const { branding, cover } = body;
  const replaced = { ...body };
  if (isOldCover(cover)) replaced['cover'] = null;
  if (isRecord(branding)) replaced['branding'] = replaceInBranding(branding);
  return replaced;
}

function replaceInBranding(branding: Record<string, unknown>): Record<string, unknown> {
  const defaults: Record<string, unknown> = ChatBranding.parse({});
  const entries = Object.entries(branding).map(([name, value]): [string, unknown] => {
    const isOld = name === 'cover' ? isOldCover(value) : name.endsWith('_color') && isOldColour(value);
    return [name, isOld ? defaults[name] : value];
  });
  return Object.fromEntries(entries);
}

function isOldCover(cover: unknown): boolean {
  return isRecord(cover) && cover['type'] === 'color' && isOldColour(cover['value']);
}

function isOldColour(value: unknown): boolean {
  return typeof value === 'string' && oldPattern.test(value) && !Colour.safeParse(value).success;
}
