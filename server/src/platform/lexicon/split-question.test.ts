import { expect, it } from 'vitest';
import { splitQuestion } from './split-question.ts';

it.each([
  ['How much is a filling, and do you take cards?', ['How much is a filling', 'do you take cards']],
  ['Guten Tag. Was kostet eine Torte und muss ich anzahlen?', ['Was kostet eine Torte', 'muss ich anzahlen']],
  ['Was kostet eine Torte und liefert ihr nach Bamberg?', ['Was kostet eine Torte', 'liefert ihr nach Bamberg']],
  ['Ile kosztuje żurek i czy można płacić blikiem?', ['Ile kosztuje żurek', 'czy można płacić blikiem']],
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
  'Salt and pepper and oil and bread and wine?',
])('does not divide %s', (message) => {
  expect(splitQuestion(message)).toEqual([]);
});
