import type { Face, LiveOptions } from '../types.ts';

/** The interface as the embedding page wants it: its options over what the server says. */
export function mergeFace(read: Face, options: LiveOptions): Face {
  const { branding, behaviour, theme, position, zIndex, locale } = options;
  return {
    ...read,
    locale: locale ?? read.locale,
    branding: {
      ...read.branding,
      ...branding,
      ...(theme === undefined ? {} : { theme }),
      ...(position === undefined ? {} : { position }),
      ...(zIndex === undefined ? {} : { zIndex }),
    },
    behaviour: { ...read.behaviour, ...behaviour },
  };
}
