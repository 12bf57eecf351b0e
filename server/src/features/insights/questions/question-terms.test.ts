import { expect, it } from 'vitest';
import { compareQuestions, toQuestionTerms } from './question-terms.ts';

const compare = (a: string, b: string) => compareQuestions(toQuestionTerms(a), toQuestionTerms(b));

it.each([
  ['Do you have parking?', 'Is there parking available?'],
  ['Do you offer gift cards?', 'Do you have gift cards?'],
  ['Do you offer gift cards?', 'Can I buy a gift card?'],
  ['Is shipping to Canada possible?', 'Do you ship to Canada?'],
  ['Haben Sie Parkplätze?', 'Sind Parkplätze verfügbar?'],
  ['Avez-vous un parking ?', 'Un parking est-il disponible ?'],
  ['Is it available?', 'Is it possible? Is it available?'],
  ['?', '?'],
  ['👍', '👍'],
  ['...', ' ... '],
])('%s is similar to: %s', (a, b) => {
  expect(compare(a, b)).toBeGreaterThan(0);
});

it.each([
  ['Do you ship to Canada?', 'Do you ship to Norway?'],
  ['Do you offer gift cards?', 'Do you offer SIM cards?'],
  ['How do I sell a car?', 'How do I buy a car?'],
  ['Is parking available?', 'Is breakfast available?'],
  ['?', '👍'],
  ['👍', '👎'],
])('%s is another question than: %s', (a, b) => {
  expect(compare(a, b)).toBeUndefined();
});

it('has terms that can be stored, also where a long row of emoji is cut', () => {
  const [term = ''] = toQuestionTerms(`!${'👍'.repeat(600)}`);
  expect(term).toMatch(/^!👍/u);
  expect(term.isWellFormed()).toBe(true);
});
