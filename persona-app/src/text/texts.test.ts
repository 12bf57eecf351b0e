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

test('sizes are those that the console and forms show', () => {
  expect(createTexts('en', english).formatSize(56_789)).toBe('56 kB');
});
