import type { Branding, Face } from '../face.ts';
import { contrast, luminance, mix, parseColor, toCss } from '@portico/browser-kit/theme/color';
import type { Rgb } from '@portico/browser-kit/theme/color';
import { BLACK, foregroundOn, readableOn, scrimFor, WHITE } from '@portico/browser-kit/theme/readable';

const PRIMARY: Rgb = [79, 70, 229];
const LIGHT = { background: WHITE, text: [24, 26, 33] as Rgb };
const DARK = { background: [21, 23, 28] as Rgb, text: [236, 238, 243] as Rgb };

/**
 * CSS variables for an interface's branding. Every foreground is adjusted to a contrast of 4.5 to 1 on its background,
 * for any chosen colours. The interface's own background applies only in the matching scheme: a white one not in dark
 * mode.
 */
export function themeVariables(branding: Branding, scheme: 'light' | 'dark'): Record<string, string> {
  const base = scheme === 'dark' ? DARK : LIGHT;
  const own = parseColor(branding.backgroundColor ?? '');
  const background = own && luminance(own) < 0.4 === (scheme === 'dark') ? own : base.background;
  // A black brand in dark mode, or a white one in light mode, must still be visible as a fill.
  const primary = readableOn(parseColor(branding.primaryColor) ?? PRIMARY, background, 1.2);
  const ownText = parseColor(branding.textColor ?? '');
  const text = readableOn(ownText && background === own ? ownText : base.text, background, 7);
  const tint = (amount: number) => mix(background, text, amount);
  const surface = tint(scheme === 'dark' ? 0.07 : 0.04);
  const radius = Math.max(0, Math.min(32, branding.borderRadius));
  return {
    '--pt-primary': toCss(primary),
    '--pt-on-primary': toCss(foregroundOn(primary)),
    '--pt-accent': toCss(readableOn(readableOn(primary, background), surface)),
    '--pt-bubble': toCss(mix(background, primary, scheme === 'dark' ? 0.26 : 0.1)),
    '--pt-bg': toCss(background),
    '--pt-text': toCss(text),
    '--pt-muted': toCss(readableOn(mix(text, background, 0.36), tint(0.09))),
    '--pt-surface': toCss(surface),
    '--pt-surface-2': toCss(tint(scheme === 'dark' ? 0.12 : 0.08)),
    '--pt-border': toCss(tint(scheme === 'dark' ? 0.15 : 0.11)),
    '--pt-danger': toCss(readableOn([208, 44, 56], surface)),
    '--pt-radius': `${radius}px`,
    '--pt-radius-s': `${Math.min(radius, 14) * 0.75}px`,
    '--pt-font': branding.fontFamily === null ? 'system-ui,sans-serif' : `${branding.fontFamily},system-ui,sans-serif`,
    ...coverVariables(branding.cover, primary),
  };
}

/** `auto` follows the visitor's system. */
export function schemeOf(face: Face, prefersDark: boolean): 'light' | 'dark' {
  const { theme } = face.branding;
  return theme === 'auto' ? (prefersDark ? 'dark' : 'light') : theme;
}

function coverVariables(cover: Branding['cover'], primary: Rgb): Record<string, string> {
  if (cover.type === 'none') return { '--pt-cover': toCss(primary), '--pt-on-cover': toCss(foregroundOn(primary)) };
  if (cover.type === 'image' && cover.value !== null) {
    const image = `url("${encodeURI(decodeSafely(cover.value))}")`;
    return {
      '--pt-cover': `linear-gradient(rgb(0 0 0/.5),rgb(0 0 0/.62)),${image} center/cover ${toCss(primary)}`,
      '--pt-on-cover': toCss(WHITE),
    };
  }
  if (cover.type === 'gradient' && cover.value !== null && isGradient(cover.value)) {
    return gradientVariables(cover.value);
  }
  const color = (cover.type === 'color' ? parseColor(cover.value ?? '') : null) ?? primary;
  const on = foregroundOn(color);
  // Light enough to give depth, but never so light that the text becomes unreadable.
  const end = mix(color, on === WHITE ? BLACK : WHITE, 0.24);
  const value = cover.type === 'color' ? toCss(color) : `linear-gradient(135deg,${toCss(color)},${toCss(end)})`;
  return { '--pt-cover': value, '--pt-on-cover': toCss(on) };
}

function gradientVariables(gradient: string): Record<string, string> {
  // Words that aren't colours, such as "to right", are left out with the angles.
  const written = gradient.slice(gradient.indexOf('(')).match(/(?:#|\b[a-z])[a-z\d]*(?:\([^()]*\))?/gi) ?? [];
  const stops = written.map(parseColor).filter((stop) => stop !== null);
  const isLight = stops.length > 0 && stops.every((stop) => contrast(BLACK, stop) >= 4.5);
  const isDark = stops.every((stop) => contrast(WHITE, stop) >= 4.5);
  // Black on a gradient that is light throughout; else white, over enough shade for the lightest stop.
  const on = isLight && !isDark ? BLACK : WHITE;
  const shade = on === BLACK ? 0 : stops.length > 0 ? scrimFor(...stops) : 0.5;
  const scrim = `rgb(0 0 0/${shade.toFixed(2)})`;
  return {
    '--pt-cover': shade > 0 ? `linear-gradient(${scrim},${scrim}),${gradient}` : gradient,
    '--pt-on-cover': toCss(on),
  };
}

/** Only the characters of a gradient, so that a configured value can't escape its declaration. */
function isGradient(value: string): boolean {
  return /^(?:repeating-)?(?:linear|radial|conic)-gradient\([\w\s#%.,()/+-]*\)$/i.test(value);
}

function decodeSafely(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
