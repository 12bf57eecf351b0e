import { expect, it } from 'vitest';
import { listQuestions, splitQuestion } from './split-question.ts';

it.each([
  ['How much is a filling, and do you take cards?', ['How much is a filling', 'do you take cards']],
  ['Guten Tag. Was kostet eine Torte und muss ich anzahlen?', ['Was kostet eine Torte', 'muss ich anzahlen']],
  ['Was kostet eine Torte und liefert ihr nach Bamberg?', ['Was kostet eine Torte', 'liefert ihr nach Bamberg']],
  ['Ile kosztuje żurek i czy można płacić blikiem?', ['Ile kosztuje żurek', 'czy można płacić blikiem']],
  ['Vad kostar en cykel och levererar ni den?', ['Vad kostar en cykel', 'levererar ni den']],
  ['Hvad koster en cykel, og kan I levere den?', ['Hvad koster en cykel', 'kan I levere den']],
  ['Hva koster frakt og når åpner dere?', ['Hva koster frakt', 'når åpner dere']],
  ['Mennyibe kerül egy torta és lehet kártyával fizetni?', ['Mennyibe kerül egy torta', 'lehet kártyával fizetni']],
  ['Paljonko pyörä maksaa ja milloin olette auki?', ['Paljonko pyörä maksaa', 'milloin olette auki']],
  ['退款要多久，运费谁出？', ['退款要多久', '运费谁出']],
])('divides %s', (message, parts) => {
  expect(splitQuestion(message)).toEqual(parts);
});

it.each([
  'How much is a filling?',
  'How far can I ride with the battery of a bike?',
  'Quanto pagano i soci?',
  'Hello. How much is it? Thanks!',
  'How much is Fish and Chips?',
  'Do you have drop-off and pick-up?',
  'Do you sell Marks and Spencer vouchers?',
  'Haben Sie Produkte von Bang und Olufsen?',
  'Hvor meget koster kaffe og kage?',
  'Har ni öppet lördag och söndag?',
  'Har I åbent lørdag og søndag?',
  'Sunteți deschis sâmbăta și duminica?',
  'Είστε ανοιχτά Σάββατο και Κυριακή;',
  'Är ni öppna idag och i morgon?',
  'What is the price for adults and for children?',
  'Vad kostar det för vuxna och för barn?',
  'Cât costă pentru adulți și pentru copii?',
  'Πόσο κοστίζει για ενήλικες και για παιδιά;',
  'Salt and pepper and oil and bread and wine?',
])('does not divide %s', (message) => {
  expect(splitQuestion(message)).toEqual([]);
});

it.each([
  'Configurar los locales y el teclado',
  'Compares files in the working tree and the index',
  'Show branches and their commits',
  'How much is a cake and is it gluten free?',
])('does not answer the parts of %s one by one', (message) => {
  expect(splitQuestion(message)).toHaveLength(2);
  expect(listQuestions(message)).toEqual([]);
});

it.each(['How much is delivery and when do you open', 'Do you have parking and can I pay by card?'])(
  'replies to the parts of %s one by one',
  (message) => {
    expect(listQuestions(message)).toHaveLength(2);
  },
);
