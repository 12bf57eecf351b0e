import { expect, test } from 'vitest';
import { isAllowed } from './is-allowed.ts';

const pdf = { name: 'Report.PDF', type: 'application/pdf' };

test.each([[['pdf']], [['.pdf']], [['application/pdf']], [['png', 'application/*']], [[]]])(
  '%j takes a PDF',
  (rules) => {
    expect(isAllowed(pdf, rules)).toBe(true);
  },
);

test.each([[['png']], [['image/*']], [['df']]])('%j does not', (rules) => {
  expect(isAllowed(pdf, rules)).toBe(false);
});
