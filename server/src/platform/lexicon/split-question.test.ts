import { expect, it } from 'vitest';
import { splitQuestion } from './split-question.ts';

it.each([
  ['How much is a filling, and do you take cards?', ['How much is a filling', 'do you take cards']],
  ['Guten Tag. Was kostet eine Torte und muss ich anzahlen?', ['Was kostet eine Torte', 'muss ich anzahlen']],
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
  'Salt and pepper and oil and bread and wine?',
])('does not divide %s', (message) => {
  expect(splitQuestion(message)).toEqual([]);
});
