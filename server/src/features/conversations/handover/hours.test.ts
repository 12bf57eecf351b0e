import { expect, test } from 'vitest';
import { isWithinHours } from './hours.ts';

const hours = {
  intervals: [
    { day: 1, from: '09:00', to: '17:00' },
    { day: 5, from: '20:00', to: '24:00' },
  ],
  dates_off: ['2026-12-28'],
};

test.each([
  // Mondays, in Berlin: an hour ahead in winter, two in summer.
  ['2026-11-23T07:59:00Z', false],
  ['2026-11-23T08:00:00Z', true],
  ['2026-11-23T15:59:00Z', true],
  ['2026-11-23T16:00:00Z', false],
  ['2026-07-06T07:00:00Z', true],
  ['2026-07-06T15:00:00Z', false],
  // A day off, and the end of a Friday.
  ['2026-12-28T10:00:00Z', false],
  ['2026-11-27T22:59:00Z', true],
  ['2026-11-27T23:00:00Z', false],
])('%s is %s', (at, expected) => {
  expect(isWithinHours(hours, 'Europe/Berlin', new Date(at))).toBe(expected);
});

test('without hours it is always', () => {
  expect(isWithinHours(null, 'UTC', new Date())).toBe(true);
});
