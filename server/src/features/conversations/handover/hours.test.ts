import { expect, test } from 'vitest';
import { isWithinHours } from './hours.ts';

const hours = {
  intervals: [
    { day: 1, from: '09:00', to: '17:00' },
    { day: 5, from: '20:00', to: '24:00' },
  ],
  dates_off: ['2026-12-28'],
};

const isWithin = (at: string) => isWithinHours(hours, 'Europe/Berlin', new Date(at));

// Mondays, in Berlin an hour ahead in winter and two in summer, and the end of a Friday.
test.each(['2026-11-23T08:00:00Z', '2026-11-23T15:59:00Z', '2026-07-06T07:00:00Z', '2026-11-27T22:59:00Z'])(
  '%s is within the hours',
  (at) => expect(isWithin(at)).toBe(true),
);

// Just before and after them, and a day off.
test.each([
  '2026-11-23T07:59:00Z',
  '2026-11-23T16:00:00Z',
  '2026-07-06T15:00:00Z',
  '2026-12-28T10:00:00Z',
  '2026-11-27T23:00:00Z',
])('%s is outside of the hours', (at) => expect(isWithin(at)).toBe(false));

test('every time is within hours that are not set', () => {
  expect(isWithinHours(null, 'UTC', new Date())).toBe(true);
});
