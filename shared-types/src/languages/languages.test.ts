import { expect, test } from 'vitest';
import { chooseLanguage, directionOf } from './choose-language.ts';
import { languages } from './lists/languages.ts';

const pages = [
  'consent',
  'form',
  'launcher',
  'model',
  'persona',
  'server',
  'widget',
  'widget-ask',
  'widget-beginning',
  'widget-emoji',
  'widget-follow-ups',
  'widget-people',
  'widget-voice',
];

const readTexts = async (language: string, page: string): Promise<unknown> => {
  const module: { texts: unknown } = await import(`./${language}/${page}.ts`);
  return module.texts;
};

/** The places to fill in each text; plural forms count as one text, and may leave out the number. */
function outline(texts: unknown): unknown {
  if (texts instanceof RegExp) return 'pattern';
  if (typeof texts === 'string') return texts.trim() === '' ? 'missing' : listPlaces([texts]);
  if (Array.isArray(texts)) return texts.map(outline);
  const entries = Object.entries(Object(texts));
  if (entries.some(([key]) => key === 'other')) {
    return listPlaces(entries.map(([, form]) => String(form))).filter((place) => place !== '{count}');
  }
  return Object.fromEntries(entries.map(([key, text]) => [key, outline(text)]));
}

function listPlaces(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(/\{\w*\}/g) ?? []))].toSorted();
}

test.each(languages)('%s has every text of every page, with the same places to fill', async (language) => {
  for (const page of pages) {
    expect(outline(await readTexts(language, page)), page).toEqual(outline(await readTexts('en', page)));
  }
});

// Words of the informal address. The page of `consent` is read by members, whom the console addresses informally.
test.each([
  ['de', /\b(?:du|dir|dich|dein\w*|drücke|bitte um)\b/iu],
  ['es', /(?<!\p{L})(?:tú|tus?|ti|te|escribe|pulsa|inténtalo|haz)(?!\p{L})/iu],
  ['zh', /你/u],
])('%s addresses visitors formally on every page', async (language, informal) => {
  for (const page of pages.filter((name) => name !== 'consent')) {
    const lines = JSON.stringify(await readTexts(language, page), null, 1).split('\n');
    expect(
      lines.filter((line) => informal.test(line)),
      page,
    ).toEqual([]);
  }
});

test('there are nine languages and any that were added, two of the nine from right to left', () => {
  const nine = ['ar', 'de', 'en', 'es', 'fr', 'he', 'ja', 'pt', 'zh'];
  expect([...languages]).toEqual(expect.arrayContaining(nine));
  expect(nine.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar', 'he']);
});

test('uses the first preferred language that has texts, with any region', () => {
  expect(chooseLanguage([null, '', 'qaa-IT', 'pt-BR', 'de'])).toBe('pt');
  expect(chooseLanguage(['iw'])).toBe('he');
  expect(chooseLanguage(['zh_Hant_TW'])).toBe('zh');
  expect(chooseLanguage(['qaa', undefined])).toBe('en');
  expect(chooseLanguage(['__proto__'])).toBe('en');
});
