import { languages } from '@portico/shared-types/languages/lists/languages';
import { expect, test } from 'vitest';
import { texts as english } from '@portico/shared-types/languages/en/persona';
import { loadMessages } from './load-messages.ts';
import { createTexts } from './texts.ts';

const placesOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

const placesOfAll = (messages: object) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, placesOf(String(text))]));

test.each(languages)('%s has the same placeholders as English', async (language) => {
  expect(placesOfAll(await loadMessages(language))).toEqual(placesOfAll(english));
});

test('sizes are rounded to readable numbers', () => {
  const { formatSize } = createTexts('en', english);
  expect([500, 1_234, 56_789, 2_345_678].map(formatSize)).toEqual(['500 bytes', '1.2 kB', '57 kB', '2.3 MB']);
});
