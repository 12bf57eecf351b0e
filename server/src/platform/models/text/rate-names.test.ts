import { expect, it } from 'vitest';
import { createRateNames } from './rate-names.ts';

it.each([
  ['What does the Roma E cost?', 'The Roma E is 2149 euros.', true],
  ['What does the Roma E cost?', 'The Roma is 649 euros.', false],
  ['What does the Roma E cost?', 'The Roma Eco is 749 euros.', false],
  ['Wie lautet Ihre E-Mail-Adresse?', 'Ihre E-Mail-Adresse geben wir nicht weiter.', false],
  ['Is the T-shirt black?', 'Wash the T-shirt at 30 degrees.', false],
  ['HOW DO I GET A REFUND?', 'Where to get a map', false],
  ['What Is A Deposit?', 'A deposit is a sum', false],
])('whether %s and %s name the same', (question, text, expected) => {
  expect(createRateNames(question)(text) > 0).toBe(expected);
});
