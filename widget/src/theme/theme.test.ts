import { describe, expect, test } from 'vitest';
import { contrast, parseColor } from '@portico/browser-kit/theme/color';
import type { Rgb } from '@portico/browser-kit/theme/color';
import { makeFace } from '../testing/chat-server.ts';
import { themeVariables } from './theme.ts';

const { branding } = makeFace();

const levels = [0, 51, 102, 153, 204, 255];
const colors = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `rgb(${red} ${green} ${blue})`)));

function read(variables: Record<string, string>, name: string): Rgb {
  const color = parseColor(variables[`--pt-${name}`] ?? '');
  if (!color) throw new Error(`${name} is not a colour: ${variables[`--pt-${name}`]}`);
  return color;
}

const pairs = [
  ['on-primary', 'primary'],
  ['accent', 'bg'],
  ['accent', 'surface'],
  ['text', 'bg'],
  ['text', 'bubble'],
  ['muted', 'bg'],
  ['muted', 'surface-2'],
  ['danger', 'surface'],
] as const;

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  test('every text has a contrast of 4.5 to 1 on any brand colour', () => {
    for (const primaryColor of colors) {
      const variables = themeVariables({ ...branding, primaryColor }, scheme);
      for (const [text, background] of pairs) {
        const ratio = contrast(read(variables, text), read(variables, background));
        expect(ratio, `${text} on ${background} with ${primaryColor}`).toBeGreaterThanOrEqual(4.45);
      }
    }
  });

  test('elements filled with the brand’s colour differ from the page', () => {
    for (const primaryColor of colors) {
      const variables = themeVariables({ ...branding, primaryColor }, scheme);
      const ratio = contrast(read(variables, 'primary'), read(variables, 'bg'));
      expect(ratio, primaryColor).toBeGreaterThanOrEqual(1.19);
    }
  });

  test('and with any background and text colour', () => {
    for (const color of colors) {
      const variables = themeVariables({ ...branding, backgroundColor: color, textColor: color }, scheme);
      expect(contrast(read(variables, 'text'), read(variables, 'bg')), color).toBeGreaterThanOrEqual(4.45);
    }
  });

  test('a cover’s text is readable on every stop of its gradient', () => {
    for (const color of colors.filter((_, at) => at % 7 === 0)) {
      const value = `linear-gradient(90deg, ${color}, #ffffff)`;
      const variables = themeVariables({ ...branding, cover: { type: 'gradient', value } }, scheme);
      const shade = Number(/rgb\(0 0 0\/([\d.]+)\)/.exec(variables['--pt-cover'] ?? '')?.[1] ?? 0);
      for (const stop of [color, '#ffffff']) {
        const [red, green, blue] = parseColor(stop) ?? [0, 0, 0];
        const seen: Rgb = [red * (1 - shade), green * (1 - shade), blue * (1 - shade)];
        expect(contrast(read(variables, 'on-cover'), seen), `${stop} under ${shade}`).toBeGreaterThanOrEqual(4.4);
      }
    }
  });
});

test('a white background is not used in dark mode', () => {
  const variables = themeVariables({ ...branding, backgroundColor: '#ffffff' }, 'dark');
  expect(contrast(read(variables, 'bg'), [0, 0, 0])).toBeLessThan(2);
});

test('only a gradient becomes a cover', () => {
  for (const value of [
    'url(https://evil.example/x)',
    'linear-gradient(red,blue);}*{display:none',
    'linear-gradient(url(x),red"',
  ]) {
    const cover = themeVariables({ ...branding, cover: { type: 'gradient', value } }, 'light')['--pt-cover'] ?? '';
    expect(cover).not.toContain('evil');
    expect(cover).not.toContain('display');
    expect(cover).not.toContain('"');
  }
  const image = themeVariables({ ...branding, cover: { type: 'image', value: 'https://x.example/a".png' } }, 'light');
  expect(image['--pt-cover']).toContain('a%22.png');
});
