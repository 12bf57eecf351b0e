import { expect, test } from 'vitest';
import { accentProperties, contrast } from './accent.ts';

type Colour = readonly [number, number, number];
const read = (hex: string | undefined): Colour => {
  const digits = hex ?? '';
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Colour;
};

test('every colour gives texts that can be read on it, by day and by night', () => {
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
