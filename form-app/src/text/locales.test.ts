import { languages } from '@portico/shared-types/languages/lists/languages';
import { expect, test } from 'vitest';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { loadMessages } from './load-messages.ts';
import { createTexts } from './texts.ts';

const others = languages.filter((language) => language !== 'en');

/** Every text with its placeholders, without plural forms; a form for one or two may leave out the number. */
function outline(locale: string, messages: object): Record<string, string[]> {
  const rules = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted((a, b) => a.localeCompare(b));
  return Object.fromEntries(
    Object.entries(messages).map(([key, text]: [string, string | Record<string, string>]) => {
      if (typeof text === 'string') return [key, valuesIn(text)];
      const forms = rules.flatMap((rule) => valuesIn(text[rule] ?? text['other'] ?? ''));
      return [key, [...new Set(forms)].filter((value) => value !== '{count}')];
    }),
  );
}

test.each(others)('%s has every text, with the same placeholders', async (locale) => {
  expect(outline(locale, await loadMessages(locale))).toEqual(outline('en', en));
});

test.each(others)('%s is translated, and not a copy of English', async (locale) => {
  const messages = Object.entries(await loadMessages(locale));
  const same = messages.filter(([key, text]) => typeof text === 'string' && text === Object(en)[key]);
  // Names of formats, an example address and a few short words may be the same.
  expect(
    same.map(([key]) => key).filter((key) => !['downloadMarkdown', 'urlPlaceholder', 'codeBlock'].includes(key)),
  ).toEqual([]);
});

test.each(languages)('on a phone, four steps beside each other have room for each word of %s', async (locale) => {
  const messages: Record<string, unknown> = { ...(await loadMessages(locale)) };
  const labels = Object.keys(messages).filter((key) => key.startsWith('step') && key !== 'stepsLabel');
  const words = labels.flatMap((key) => String(messages[key]).split(' '));
  expect(words.filter((word) => word.length > 11)).toEqual([]);
});

test('a value that looks like a placeholder is not replaced', () => {
  const { say } = createTexts('en', en);
  expect(say('askFound', { count: 1, query: '{count}' })).toBe('1 passage for “{count}”');
});
