import { expect, test } from 'vitest';
import { contrast, parseColor } from '@portico/browser-kit/theme/color';
import { accentProperties } from './accent.ts';

const read = (hex: string | undefined) => parseColor(hex ?? '') ?? [0, 0, 0];

test('text is readable on every colour, in light and dark mode', () => {
  for (let step = 0; step < 4096; step += 37) {
    const properties = accentProperties(`#${step.toString(16).padStart(3, '0')}`);
    expect(properties).not.toBeNull();
    for (const fill of ['--accent', '--accent-hover']) {
      expect(contrast(read(properties?.[fill]), read(properties?.['--on-accent']))).toBeGreaterThanOrEqual(4.45);
    }
    expect(contrast(read(properties?.['--accent-day']), [238, 240, 246])).toBeGreaterThanOrEqual(4.45);
    expect(contrast(read(properties?.['--accent-night']), [44, 48, 60])).toBeGreaterThanOrEqual(4.45);
  }
});
