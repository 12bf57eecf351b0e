import { expect, it } from 'vitest';
import { hasKind } from './answer-forms.ts';
import { isOwnPlace, kindOfQuestion, kindOfWord, listAskingWords } from './answer-kinds.ts';

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
  ['contact', ['contact', 'kontakt', 'contacto', 'تواصل', 'קשר'], 'post@museum.example', 'Meet us @ the shop.'],
  ['address', ['adresse', 'direccion', 'عنوان', '住所'], 'au 3 quai des Aulnes', 'le 3 mai'],
] as const)('words that ask for a %s, and texts that have one or not', (kind, words, text, other) => {
  expect(words.map((word) => kindOfWord(word))).toEqual(words.map(() => kind));
  expect([hasKind(kind, text), hasKind(kind, other)]).toEqual([true, false]);
});

it.each([
  [
    'hours',
    [
      'dalle ore 9 alle 13',
      'dalle 9.30 alle 19.00',
      'das 9h às 18h',
      'de 9 a 14 h',
      'abre às 8h e fecha às 22h',
      'ouvre à 9 h et ferme à 19 h',
      '8:00–12:00',
      '0–24 Uhr',
    ],
  ],
  [
    'phone',
    ['+49 30 5550 1780', '(11) 5555-0142', '91 555 01 42', '1-800-555-0199', 'Tel.: 800 123 456.', 'Tel. 22 555 01 42'],
  ],
  [
    'address',
    [
      'Via Roma, 5',
      'Rua das Flores, 123',
      'C/ Mayor 7',
      '14 Mill Lane',
      'Rathausplatz 1',
      '建国路88号',
      'ברחוב הרצל 15',
      'Atatürk Caddesi 15',
      'ul. Lipowa 7',
      'Lange Straße 12',
      'Am Alten Weg 5',
      'Rosa-Luxemburg-Platz 3',
      'Am Markt 3, 96047 Bamberg',
      'Im Winkel 4a, CH-8001 Zürich',
    ],
  ],
  ['price', ['40 ש"ח', '200 TL', '12 zł']],
  ['time', ['à partir de 15 h', 'check-in from 3 pm', 'um 8 Uhr']],
  ['duration', ['una settimana', "un'ora", 'een week', 'um mês', 'five years']],
] as const)('finds each form of a text with a %s', (kind, texts) => {
  expect(texts.filter((text) => !hasKind(kind, text))).toEqual([]);
});

it.each([
  ['hours', ['en 24 h ou 48 h', 'in 24-48 ore', 'en 24 a 48 horas', 'for at most 1 h, or 12 h']],
  [
    'phone',
    [
      'IBAN DE89 3704 0044 0532 0130 00',
      'on 192.168.100.20',
      '100.000.000 euros',
      'order 000123456',
      'VAT number GB 123 456 789',
    ],
  ],
  [
    'address',
    [
      'You can pay via bank transfer within 14 days.',
      'via port 443',
      '100 columns per row and 5 tabs',
      '10 GB of your drive',
      '5月3号',
      'Il reste 1 place pour le stage.',
      'Stellplatz 4',
      'Wir kamen auf Platz 3.',
      'Erster Platz 2025',
      'Ring 2 ist leicht, Weg 1 auch.',
      'Im Tarif 2, 10000 Anfragen im Monat',
      'Basic 5, 10000 Requests per month',
      'Version 3, 12500 Users',
    ],
  ],
] as const)('takes no other number for a text with %s', (kind, texts) => {
  expect(texts.filter((text) => hasKind(kind, text))).toEqual([]);
});

it('knows phrases that ask, whose words name no subject', () => {
  expect(
    [
      'How long does it take?',
      'combien de temps dure un cours',
      '¿A qué hora abren?',
      'いくらですか',
      'כמה זה עולה?',
      'Ile kosztuje?',
      'Jaka jest cena?',
    ].map(kindOfQuestion),
  ).toEqual(['duration', 'duration', 'hours', 'price', 'price', 'price', 'price']);
  // A dinner in Spanish and Italian.
  expect(kindOfWord('cena')).toBeUndefined();
  expect(listAskingWords('à quelle heure est le match ?')).toContain('heure');
  expect(listAskingWords('¿cuánto cuesta?')).not.toContain('cuesta');
  expect([isOwnPlace('praxis'), isOwnPlace('rathaus')]).toEqual([true, false]);
});

it('reads a text of any form in linear time', () => {
  const texts = ['0', 'a', '1 ', 'Aa ', 'AaAa', '1h', 'rue ', 'calle ', '1 Aaaa Aaaa '].map((piece) =>
    piece.repeat(200_000),
  );
  for (const text of texts)
    for (const kind of [
      'price',
      'hours',
      'duration',
      'phone',
      'email',
      'contact',
      'address',
      'person',
      'time',
    ] as const)
      expect(typeof hasKind(kind, text)).toBe('boolean');
});

it('takes a greeting, and a Korean word with its ending, for no topic', () => {
  expect(listAskingWords('Guten Tag, habt ihr Torten?')).toEqual(['guten', 'tag']);
  expect(listAskingWords('염색 얼마예요?')).toEqual(['얼마예요']);
});
