import { expect, it } from 'vitest';
import { buildPassage } from '../testing.ts';
import { findExcerpts } from './find-excerpts.ts';
import type { Source } from './source.ts';

const source = (title: string, content: string, score: number): Source => ({
  content,
  passage: buildPassage(title, content, score),
});
const quote = (question: string, ...sources: Source[]): string[] =>
  findExcerpts(sources, question).map(({ text }) => text);

const plants = source('Plants', 'Boston ferns cost £12.50, an aloe vera £8.00.', 0.1);

it('declines the price of something that no passage mentions', () => {
  expect(quote('price of a laptop', plants)).toEqual([]);
  expect(quote('price of an aloe', plants)).toEqual([plants.content]);
});

it('quotes a passage that an embedding model found by its meaning, in other words or another language', () => {
  const delivery = 'Der Versand kostet 4,90 € und dauert drei Werktage.';
  expect(quote('how much does delivery cost?', source('Laden', delivery, 0.8))).toEqual([delivery]);
  const profile = source('Profile', 'Under Settings, enter the new one and confirm it with the code.', 0.8);
  const support = source('Support', 'Write to help@ledger.example.', 0.2);
  expect(quote('How do I change my email address?', profile, support)).toEqual([profile.content]);
});

it('quotes the sentence with the answer of such a passage, with a caveat', () => {
  const delivery = source('Delivery', 'We deliver from Monday to Friday. The fee for it is £4.95 in the UK.', 0.8);
  const [found] = findExcerpts([plants, delivery], 'what is the shipping fee?');
  expect(found).toMatchObject({ text: 'The fee for it is £4.95 in the UK.', coverage: 0 });
});

it('takes no question word of the documents’ language for a subject, if the question’s is unclear', () => {
  const days = 'Il sabato dalle 9:30 alle 13:00. La domenica la biblioteca è chiusa e non si prestano libri.';
  expect(quote('siete aperti domenica?', source('Orari', days, 0.3)).join()).toContain('chiusa');
});

it('takes a part of the day for no subject, and knows plurals that the stemmer takes for verbs', () => {
  const hours = 'Sábados de 10:00 a 14:00. Domingos y festivos cerrado.';
  expect(quote('abren el sabado por la tarde?', source('Biblioteca', hours, 0.25)).join()).toContain('14:00');
  const rooms = 'Abbiamo sei camere doppie a 90 € per notte, colazione inclusa.';
  expect(quote('Quanto costa una camera?', source('Camere', rooms, 0.25))).toEqual([rooms]);
  expect(quote('Quanto costa un massaggio?', source('Agriturismo', rooms, 0.25))).toEqual([]);
});

it('quotes one time of day to a question for a time, before a sentence without one', () => {
  const stay = 'Vous pouvez arriver par le quai. Les clés vous attendent, pour arriver, à partir de 15 h.';
  expect(quote('À quelle heure arriver ?', source('Séjour', stay, 0.3)).join()).toContain('15 h');
});

it('takes a dinner for a subject, although a price has this name in Polish', () => {
  const hire = 'Il noleggio delle biciclette costa 12 € al giorno.';
  expect(quote('Quanto costa la cena?', source('Agriturismo', hire, 0.25))).toEqual([]);
  expect(quote('¿Cuánto cuesta la cena?', source('Hotel', 'Alquilar una bici cuesta 12 €.', 0.25))).toEqual([]);
});

it.each([
  ['aceptan perros?', 'Aceptamos tarjeta y monedas. Aceptamos donaciones de libros.', '¿aceptan tarjeta?'],
  ['aceitam animais?', 'Aceitamos cartões e dinheiro. Não aceitamos cheques.', 'aceitam cheques?'],
  ['Tar ni emot hundar?', 'Du betalar med kort. Kontanter tar vi inte emot.', 'Tar ni emot kontanter?'],
  ['Do you support dark mode?', 'Our support team replies on weekdays. We support Slack.', 'Do you support Slack?'],
  ['Nehmt ihr Hunde?', 'Wir nehmen Karten und Gutscheine.', 'Nehmt ihr Gutscheine?'],
])('declines %s if only something else is, as in: %s', (question, text, answered) => {
  expect(quote(question, source('Services', text, 0.35))).toEqual([]);
  expect(quote(answered, source('Services', text, 0.35))).not.toEqual([]);
});

it('quotes what is accepted in other words if an embedding model found it, with a caveat', () => {
  const pets = source('Pets', 'Animals are welcome in all rooms.', 0.8);
  expect(findExcerpts([pets], 'Do you accept dogs?')).toMatchObject([{ text: pets.content, coverage: 0 }]);
});

it.each([
  ['Which brands do you sell?', 'We sell Miele and Bosch.'],
  ['Welche Karten nehmt ihr?', 'Wir nehmen Visa und Mastercard.'],
  ['Vous proposez quels cours ?', 'Nous proposons Hatha et Vinyasa.'],
  ['Que marcas vendem?', 'Vendemos Miele e Bosch.'],
  ['In welke landen verkopen jullie?', 'Wij verkopen in Nederland.'],
  ['Hur lång tid tar leveransen?', 'Det tar tre dagar.'],
  ['Jakie marki sprzedajecie?', 'Sprzedajemy Miele i Bosch.'],
  ['How many guests do you allow?', 'We allow up to six people per room.'],
])('quotes what is sold or accepted to %s, without the word for it: %s', (question, text) => {
  expect(quote(question, source('Services', text, 0.3))).not.toEqual([]);
});

it.each([
  ['Do you offer child care?', 'We offer Hatha and Vinyasa.'],
  ['Est-ce que vous acceptez les chiens ?', 'Nous acceptons les cartes. Vous acceptez nos conditions.'],
  ['Mit Hunden erlaubt?', 'Fahrräder sind im Hof erlaubt.'],
])('still takes %s for a question for one thing', (question, text) => {
  expect(quote(question, source('Services', text, 0.3))).toEqual([]);
});
