import { expect, test } from 'vitest';
import { chooseLanguage, directionOf, languages } from './languages.ts';

test('there are nine languages, two of them written from right to left', () => {
  expect([...languages].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'he', 'ja', 'pt', 'zh']);
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar', 'he']);
});

test('uses the first preferred language that has texts, with any region', () => {
  expect(chooseLanguage([null, '', 'it-IT', 'pt-BR', 'de'])).toBe('pt');
  expect(chooseLanguage(['iw'])).toBe('he');
  expect(chooseLanguage(['zh_Hant_TW'])).toBe('zh');
  expect(chooseLanguage(['tlh', undefined])).toBe('en');
  expect(chooseLanguage(['__proto__'])).toBe('en');
});
