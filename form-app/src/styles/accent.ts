import { contrast, mix, parseColor, toCss } from '@portico/browser-kit/theme/color';
import type { Rgb } from '@portico/browser-kit/theme/color';
import { BLACK, readableOn, WHITE } from '@portico/browser-kit/theme/readable';

const ink: Rgb = [17, 19, 24];
/** Background colours of accent-coloured text: the darkest of the light theme, the lightest of the dark one. */
const paper: Rgb = [238, 240, 246];
const night: Rgb = [44, 48, 60];

/** Custom properties for a form's colour; every text that uses them has a contrast of at least 4.5 (WCAG 1.4.3). */
export function accentProperties(accent: string): Record<string, string> | null {
  const color = parseColor(accent);
  if (color === null) return null;
  const isLight = contrast(color, ink) >= 4.5 && contrast(color, WHITE) < 4.5;
  // In a narrow band of colours neither white nor black text is readable; such a colour is darkened a little.
  const fill = isLight ? color : readableOn(color, WHITE);
  return {
    '--accent': toCss(fill),
    '--accent-hover': toCss(mix(fill, isLight ? WHITE : BLACK, 0.12)),
    '--on-accent': toCss(isLight ? ink : WHITE),
    '--accent-day': toCss(readableOn(color, paper)),
    '--accent-night': toCss(readableOn(color, night)),
  };
}
