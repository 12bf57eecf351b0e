import { expect, test } from 'vitest';
import { startOfDay } from './start-of-day.ts';

test.each([
  ['UTC', '2026-11-28T18:00:00Z', 6, '2026-11-22', '2026-11-22T00:00:00.000Z'],
  // The next day has begun there already.
  ['Pacific/Auckland', '2026-11-28T18:00:00Z', 6, '2026-11-23', '2026-11-22T11:00:00.000Z'],
  ['Pacific/Auckland', '2026-11-28T10:59:00Z', 0, '2026-11-28', '2026-11-27T11:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-28T03:00:00Z', 0, '2026-11-27', '2026-11-27T08:00:00.000Z'],
  // The clocks went forward on the 8th, at two in the morning.
  ['America/New_York', '2026-03-10T12:00:00Z', 2, '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-10T12:00:00Z', 1, '2026-03-09', '2026-03-09T04:00:00.000Z'],
  // The clocks went forward at midnight: the day began at one.
  ['America/Santiago', '2026-09-06T15:00:00Z', 0, '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Atlantic/Azores', '2026-03-29T15:00:00Z', 0, '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24T15:00:00Z', 0, '2026-04-24', '2026-04-23T22:00:00.000Z'],
  // The clocks went back to midnight, which came twice.
  ['America/Havana', '2026-11-01T15:00:00Z', 0, '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('in %s at %s, the day %i days ago began then', (timeZone, now, daysAgo, day, at) => {
  expect(startOfDay(daysAgo, timeZone, Date.parse(now))).toEqual({ day, at });
});
