/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number];

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
const ink: Colour = [17, 19, 24];
/** Surfaces that accent-coloured text stands on: the darkest of the light theme's, the lightest of the dark one's. */
const paper: Colour = [238, 240, 246];
const night: Colour = [44, 48, 60];

/** Custom properties that carry a form's colour; every text that uses them has a contrast of at least 4.5 (WCAG 1.4.3). */
export function accentProperties(accent: string): Record<string, string> | null {
  const colour = readColour(accent);
  if (colour === null) return null;
  const isLight = contrast(colour, ink) >= 4.5 && contrast(colour, white) < 4.5;
  // Between the two lies a narrow band on which neither white nor ink can be read; there it is darkened a little.
  const fill = isLight ? colour : mixUntil(colour, black, white);
  return {
    '--accent': hex(fill),
    '--accent-hover': hex(mix(fill, isLight ? white : black, 0.12)),
    '--on-accent': hex(isLight ? ink : white),
    '--accent-day': hex(mixUntil(colour, black, paper)),
    '--accent-night': hex(mixUntil(colour, white, night)),
  };
}

/** Reads #rgb and #rrggbb; the browser's own parser helps with every other notation. */
function readColour(text: string): Colour | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1] ?? null;
  if (digits === null) return readByCanvas(text);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const at = (from: number) => Number.parseInt(full.slice(from, from + 2), 16);
  return [at(0), at(2), at(4)];
}

function readByCanvas(text: string): Colour | null {
  if (!CSS.supports('color', text)) return null;
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** Moves a colour towards `end` until text of it can be read on `ground`. */
function mixUntil(colour: Colour, end: Colour, ground: Colour): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, end, share);
    if (contrast(mixed, ground) >= 4.5) return mixed;
  }
  return end;
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const blend = (a: number, b: number) => a + (b - a) * share;
  return [blend(from[0], to[0]), blend(from[1], to[1]), blend(from[2], to[2])];
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function hex(colour: Colour): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
