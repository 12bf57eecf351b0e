/** A colour as red, green and blue from 0 to 255; transparency is not used for contrast. */
export type Rgb = readonly [number, number, number];

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i;
const RGB = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/i;

/** Reads hex and rgb(), and in a browser every notation that it knows; null for anything else, and for no colour at all. */
export function parseColor(text: string): Rgb | null {
  const value = text.trim();
  const hex = HEX.exec(value)?.[1];
  if (hex !== undefined) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as [number, number, number];
  }
  const rgb = RGB.exec(value);
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : readByCanvas(value);
}

function readByCanvas(text: string): Rgb | null {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return null;
  // A text that isn't a colour doesn't change it.
  context.fillStyle = '#0000';
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data;
  return alpha ? [red, green, blue] : null;
}

export function toCss([red, green, blue]: Rgb): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)})`;
}

/** `amount` of `other` mixed into `color`, from 0 to 1. */
export function mix(color: Rgb, other: Rgb, amount: number): Rgb {
  const [red, green, blue] = color;
  const at = (from: number, to: number) => from + (to - from) * amount;
  return [at(red, other[0]), at(green, other[1]), at(blue, other[2])];
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
