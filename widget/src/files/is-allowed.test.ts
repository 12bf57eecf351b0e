import { expect, test } from 'vitest';
import { isAllowed } from './is-allowed.ts';

const pdf = { name: 'Report.PDF', type: 'application/pdf' };

test.each([[['pdf']], [['.pdf']], [['application/pdf']], [['png', 'application/*']], [[]]])(
  'the rules %j allow a PDF',
  (rules) => {
    expect(isAllowed(pdf, rules)).toBe(true);
  },
);

test.each([[['png']], [['image/*']], [['df']]])('the rules %j do not allow a PDF', (rules) => {
  expect(isAllowed(pdf, rules)).toBe(false);
});
