import { expect, it } from 'vitest';
import { hasKind, isOwnPlace, kindOfQuestion, kindOfWord, listAskingWords } from './answer-kinds.ts';

it.each([
  [
    'price',
    ['prices', 'preis', 'prix', 'cuesta', 'цена', 'السعر', '料金'],
    'It is £2.50 an hour.',
    'It is 2.50 an hour.',
  ],
  [
    'hours',
    ['opening', 'offnungszeiten', 'horaires', 'sundays', 'dimanche', 'مواعيد'],
    'von 8 bis 12 Uhr',
    'bis 12 Leute',
  ],
  ['phone', ['telefonnummer', 'telephone', 'هاتف', '電話番号'], 'Call 0117 496 0123.', 'On 01.02.2014 we moved.'],
  ['email', ['email', 'courriel', 'メール'], 'Write to hello@shop.example.', 'Meet us @ the shop.'],
  ['address', ['adresse', 'direccion', 'عنوان', '住所'], 'au 3 quai des Aulnes', 'le 3 mai'],
] as const)('words that ask for a %s, and texts that have one or not', (kind, words, text, other) => {
  expect(words.map((word) => kindOfWord(word))).toEqual(words.map(() => kind));
  expect([hasKind(kind, text), hasKind(kind, other)]).toEqual([true, false]);
});

it('knows phrases that ask, whose words name no subject', () => {
  expect(
    ['How long does it take?', 'combien de temps dure un cours', '¿A qué hora abren?', 'いくらですか'].map(
      kindOfQuestion,
    ),
  ).toEqual(['duration', 'duration', 'hours', 'price']);
  expect(listAskingWords('à quelle heure est le match ?')).toContain('heure');
  expect(listAskingWords('¿cuánto cuesta?')).not.toContain('cuesta');
  expect([isOwnPlace('praxis'), isOwnPlace('rathaus')]).toEqual([true, false]);
});

it('reads a text of any form in linear time', () => {
  const texts = ['0', 'a', '1 ', 'Aa ', 'AaAa', '1h', 'rue ', 'calle ', '1 Aaaa Aaaa '].map((piece) =>
    piece.repeat(200_000),
  );
  for (const text of texts)
    for (const kind of ['price', 'hours', 'duration', 'phone', 'email', 'address', 'person'] as const)
      expect(typeof hasKind(kind, text)).toBe('boolean');
});
