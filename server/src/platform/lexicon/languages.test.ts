import { expect, it } from 'vitest';
import { isStopWord } from '../models/text/stop-words.ts';
import { detectLanguage } from './languages.ts';

it.each([
  ['pl', 'O której otwieracie?'],
  ['pl', 'Czy macie parking?'],
  ['pl', 'Jaki jest numer telefonu?'],
  ['pl', 'Ile kosztuje bilet?'],
  ['pl', 'A ile trwa dostawa?'],
  ['pl', 'Do widzenia'],
  ['tr', 'Kart ile ödeme var mı?'],
  ['es', '¿A qué hora abren?'],
  ['it', 'A che ora aprite?'],
  ['pt', 'Quanto custa?'],
  ['it', 'Quanto costa?'],
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

it.each(['Jak dlouho trvá doručení?', 'Jak se vrátit?', 'Ako sa to robí?'])(
  'does not take %s for Polish',
  (question) => {
    expect(detectLanguage(question)).not.toBe('pl');
  },
);

it('does not take a letter of several languages for French', () => {
  expect(detectLanguage('Vocês aceitam mbway?', 'pt')).toBe('pt');
  expect(detectLanguage('Kartla ödeyebilir miyim?', 'tr')).toBe('tr');
  expect(detectLanguage('Tu gimnasio en Bilbao. Sábados de 9:00 a 14:00, domingos cerrado. Teléfono 944 123 456')).toBe(
    'es',
  );
});
