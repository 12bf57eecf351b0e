/** Custom properties and theme values in which sites store their main colour. */
const namedColor =
  /--[\w-]{0,40}(?:brand|primary|accent|theme|main-color)[\w-]{0,40}\s*:\s*(#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^)]{1,60}\))/giu;
const anyColor = /(?:background(?:-color)?|color|fill|border-color)\s*:\s*(#[0-9a-f]{6}|#[0-9a-f]{3})\b/giu;

/**
 * Returns the colour as `#rrggbb`; undefined if it isn't one of CSS's hex, rgb() or hsl() colours, or is transparent.
 */
export function toHex(text: string | undefined): string | undefined {
  const value = text?.trim().toLowerCase() ?? '';
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:ff|f)?$/u.exec(value)?.[1];
  if (hex !== undefined) return `#${hex.length === 3 ? hex.replaceAll(/./gu, '$&$&') : hex}`;
  const [, kind, inner = ''] = /^(rgb|hsl)a?\(([^)]{1,60})\)$/u.exec(value) ?? [];
  const parts = inner.split(/[\s,/]+/u).filter(Boolean);
  const [a = NaN, b = NaN, c = NaN] = parts.map((part) => Number.parseFloat(part));
  if (kind === undefined || Number.isNaN(a + b + c)) return undefined;
  if (parts.length > 3 && Number.parseFloat(parts[3] ?? '1') === 0) return undefined;
  return kind === 'rgb' ? write([a, b, c]) : write(fromHsl(a, b / 100, c / 100));
}

/** Whether a colour can be a brand colour: white, black and greys occur on every page. */
export function isVivid(hex: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(...channels);
  const least = Math.min(...channels);
  return most - least >= 40 && most >= 50;
}

/**
 * Returns the colour that style rules name as the brand's, else the most frequent vivid one; undefined if there is
 * none.
 */
export function findColorInStyles(css: string): string | undefined {
  for (const [, value] of css.matchAll(namedColor)) {
    const hex = toHex(value);
    if (hex !== undefined && isVivid(hex)) return hex;
  }
  const counts = new Map<string, number>();
  for (const [, value] of css.matchAll(anyColor)) {
    const hex = toHex(value);
    if (hex !== undefined && isVivid(hex)) counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best !== undefined && best[1] > 1 ? best[0] : undefined;
}

function write(channels: readonly number[]): string {
  const digits = channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel))).toString(16));
  return `#${digits.map((pair) => pair.padStart(2, '0')).join('')}`;
}

/** CSS Color 4, section 7: from hue in degrees, saturation and lightness in 0..1. */
function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const channel = (n: number): number => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
