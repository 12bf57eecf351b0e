import { expect, it } from 'vitest';
import { isStopWord } from '../models/text/stop-words.ts';
import { detectLanguage } from './languages.ts';

it.each([
  ['pl', 'O której otwieracie?'],
  ['pl', 'Czy macie parking?'],
  ['pl', 'Jaki jest numer telefonu?'],
  ['es', '¿A qué hora abren?'],
  ['it', 'A che ora aprite?'],
  ['tr', 'Kahvaltı ne zaman?'],
] as const)('detects %s in a short question: %s', (language, question) => {
  expect(detectLanguage(question)).toBe(language);
});

it('takes words that name nothing for no topic', () => {
  expect(['anything', 'somebody'].map((word) => isStopWord(word))).toEqual([true, true]);
  expect([isStopWord('qualcosa', 'it'), isStopWord('niets', 'nl'), isStopWord('ktorej', 'pl')]).toEqual([
    true,
    true,
    true,
  ]);
});
