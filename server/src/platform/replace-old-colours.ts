import { ChatBranding, Colour } from '@portico/shared-types';
import { isRecord } from './is-record.ts';

/** What older versions accepted as a colour. */
const oldPattern = /^\s*([a-z]{3,30}|[a-z]{3,6}\([\d\s.,%/a-z+-]{1,80}\))\s*$/i;

/**
 * The settings of an interface with the defaults for words that older versions accepted as colours, like `brandblue`, and
 * showed as the default. Otherwise nothing else of such an interface could be changed, and no bundle with one imported.
 */
export function replaceOldColours<Settings extends object>(settings: Settings): Settings {
  const { branding, cover }: { branding?: unknown; cover?: unknown } = settings;
  return {
    ...settings,
    ...(isOldCover(cover) && { cover: null }),
    ...(isRecord(branding) && { branding: replaceInBranding(branding) }),
  };
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
