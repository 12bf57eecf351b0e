import { expect, test } from 'vitest';
import en from '../locales/en.ts';
import { loadMessages, pickLocale } from './locale.ts';
import { createTexts } from './texts.ts';

const others = ['de', 'es', 'fr', 'pt', 'ar', 'he', 'zh', 'ja'];
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(others)('%s has every text, with the same values in it', async (locale) => {
  const messages = await loadMessages(locale);
  for (const [key, text] of Object.entries(en)) {
    const own = Object.entries(messages).find(([name]) => name === key)?.[1];
    if (typeof text === 'string') {
      expect(typeof own, key).toBe('string');
      expect(valuesIn(String(own)), key).toEqual(valuesIn(text));
      continue;
    }
    for (const rule of new Intl.PluralRules(locale).resolvedOptions().pluralCategories) {
      const form = Object(own)[rule] ?? Object(own).other;
      // A form for one or two may leave the number out.
      const free = (names: unknown[]) => names.filter((name) => name !== 'count');
      expect(free(valuesIn(form)), `${key}.${rule}`).toEqual(free(valuesIn(text.other)));
    }
  }
});

test.each(others)('%s is a language of its own', async (locale) => {
  const messages = Object.entries(await loadMessages(locale));
  const same = messages.filter(([key, text]) => typeof text === 'string' && text === Object(en)[key]);
  // Names of formats, an example address and a few short words may be the same.
  expect(
    same.map(([key]) => key).filter((key) => !['downloadMarkdown', 'urlPlaceholder', 'codeBlock'].includes(key)),
  ).toEqual([]);
});

test('the first language that there is is taken, whatever its region', () => {
  expect(pickLocale(['', 'it-IT', 'pt-BR', 'de'])).toBe('pt');
  expect(pickLocale(['iw'])).toBe('he');
  expect(pickLocale(['__proto__'])).toBe('en');
});

test('sizes are rounded up, so that one byte too many shows', () => {
  const { formatSize, say } = createTexts('en', en);
  expect(formatSize(26_214_400)).toBe('25 MB');
  expect(formatSize(26_214_401)).toBe('25.1 MB');
  expect(formatSize(1)).toBe('1 kB');
  expect(say('askFound', { count: 1, query: '{count}' })).toBe('1 passage for “{count}”');
});
