import { expect, test } from 'vitest';
import { texts as de } from '@portico/shared-types/languages/de/form';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { limitKeys, formatWait } from './format-wait.ts';
import { createTexts } from './texts.ts';

const english = createTexts('en', en);
const noon = new Date(2026, 2, 3, 12, 0).getTime();

test('a short wait is shown in seconds, a long one as a clock time', () => {
  expect(formatWait(english, limitKeys, noon + 90_000, noon)).toContain('90 sec');
  const later = formatWait(english, limitKeys, noon + 3 * 3_600_000, noon);
  expect(later.replaceAll('\u202f', ' ')).toContain('at 3:00 PM');
  expect(formatWait(createTexts('de', de), limitKeys, noon + 3 * 3_600_000, noon)).toContain('Um 15:00');
});

test('the end of a day’s limit may be tomorrow', () => {
  expect(formatWait(english, limitKeys, noon + 13 * 3_600_000, noon).replaceAll('\u202f', ' ')).toContain(
    'tomorrow at 1:00 AM',
  );
});
