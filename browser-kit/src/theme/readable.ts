import { contrast, mix } from './color.ts';
import type { Rgb } from './color.ts';

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

/** Text contrast required by WCAG 2.2 AA (1.4.3). */
const ENOUGH = 4.5;

/** White if it is readable on all of the colours, else black or white, whichever has more contrast. */
export function foregroundOn(...backgrounds: readonly Rgb[]): Rgb {
  const worst = (text: Rgb) => Math.min(...backgrounds.map((background) => contrast(text, background)));
  return worst(WHITE) >= ENOUGH || worst(WHITE) >= worst(BLACK) ? WHITE : BLACK;
}

/** The colour, moved towards black or white just enough to be readable on the background. */
export function readableOn(color: Rgb, background: Rgb, ratio = ENOUGH): Rgb {
  const end = foregroundOn(background);
  for (let amount = 0; amount < 1; amount += 0.04) {
    const tried = mix(color, end, amount);
    if (contrast(tried, background) >= ratio) return tried;
  }
  return end;
}

/** How much black (0 to 1) has to cover the colours until white text is readable on all of them. */
export function scrimFor(...backgrounds: readonly Rgb[]): number {
  for (let amount = 0; amount < 1; amount += 0.05) {
    if (backgrounds.every((background) => contrast(WHITE, mix(background, BLACK, amount)) >= ENOUGH)) return amount;
  }
  return 1;
}
