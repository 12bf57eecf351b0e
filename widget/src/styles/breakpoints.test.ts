import { phoneScreen, wideScreen } from '@portico/browser-kit/breakpoints';
import { expect, test } from 'vitest';

const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });

test('the style sheets and the scripts use the same breakpoints', () => {
  const queries = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.matchAll(/@media (\([^{]*(?:width|height)[^{]*\)) \{/g)].map(([, query]) => `${file}: ${query}`),
  );
  expect(queries.toSorted()).toEqual([
    // A page that is too wide for an upright phone; sideways it fits.
    `../launcher/launcher.css: ${phoneScreen.split(', ')[0]}`,
    `./form.css: ${phoneScreen}`,
    `./later.css: ${wideScreen}`,
  ]);
});
