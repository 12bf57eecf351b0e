import { ChatBranding, ChatCover, Colour } from '@portico/shared-types';
import { isLanguageTag } from '@portico/shared-types/rules/is-language-tag';
import { isRecord } from './is-record.ts';

/** What older versions accepted as a colour, and as a gradient. */
const oldPattern = /^\s*([a-z]{3,30}|[a-z]{3,6}\([\d\s.,%/a-z+-]{1,80}\))\s*$/i;
const oldGradient = /^[^;{}<>\\]{0,1000}$/;

/**
 * The settings of an interface with the defaults for words that older versions accepted as colours, like `brandblue`, as
 * gradients or as languages, like `--`, and showed as the default. Otherwise nothing else of such an interface could be
 * changed, and no bundle with one imported.
 */
export function replaceOldSettings<Settings extends object>(settings: Settings): Settings {
  const { branding, cover, locale }: { branding?: unknown; cover?: unknown; locale?: unknown } = settings;
  return {
    ...settings,
    ...(isOldCover(cover) && { cover: null }),
    ...(isOldLocale(locale) && { locale: null }),
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

function isOldLocale(locale: unknown): boolean {
  return typeof locale === 'string' && /^[A-Za-z0-9-]{2,35}$/.test(locale) && !isLanguageTag(locale);
}

function isOldCover(cover: unknown): boolean {
  if (!isRecord(cover)) return false;
  const { type, value } = cover;
  if (type === 'color') return isOldColour(value);
  const isOld = type === 'gradient' && typeof value === 'string' && oldGradient.test(value);
  return isOld && !ChatCover.safeParse({ type, value }).success;
}

function isOldColour(value: unknown): boolean {
  return typeof value === 'string' && oldPattern.test(value) && !Colour.safeParse(value).success;
}
