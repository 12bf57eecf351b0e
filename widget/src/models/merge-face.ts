import type { Face, OwnTexts } from '../face.ts';
import type { LiveOptions } from '../types.ts';
import { listLanguages } from '../locales/list-languages.ts';
import { withoutGaps } from '../without-gaps.ts';

/** The interface with the embedding page's options applied over the server's settings, in the visitor's language. */
export function mergeFace(read: Face, options: LiveOptions): Face {
  const { branding, behaviour, theme, position, zIndex, locale } = options;
  const languages = listLanguages(locale ?? read.locale);
  return {
    ...read,
    locale: locale ?? read.locale,
    branding: {
      ...read.branding,
      ...withoutGaps(branding ?? {}),
      ...(theme && { theme }),
      ...(position && { position }),
      ...(zIndex !== undefined && { zIndex }),
    },
    behaviour: { ...read.behaviour, ...readTexts(read, languages), ...withoutGaps(behaviour ?? {}) },
  };
}

/**
 * The owner's texts for the first preferred language of all, because texts in a language other than the widget's would
 * be odd.
 */
function readTexts({ texts = {}, behaviour: { launcher } }: Face, languages: ReturnType<typeof listLanguages>) {
  const language = languages.find(Boolean)?.toLowerCase() ?? '';
  const find = (tag: string | undefined) => Object.entries(texts).find(([name]) => name.toLowerCase() === tag)?.[1];
  const own = find(language) ?? find(language.split('-')[0]);
  if (!own) return {};
  const { launcherLabel, proactiveMessage, ...rest }: OwnTexts = own;
  const given = Object.entries(rest).filter(([, text]) => text !== null);
  return {
    ...Object.fromEntries(given),
    launcher: {
      ...launcher,
      label: launcherLabel ?? launcher.label,
      proactiveMessage: proactiveMessage ?? launcher.proactiveMessage,
    },
  };
}
