import { expect, test } from 'vitest';
import { toPeriod } from './to-period.ts';

test('the last day belongs to the period', () => {
  expect(toPeriod({ from: '2026-05-01', to: '2026-05-01' })).toEqual({ from: '2026-05-01', to: '2026-05-02' });
  expect(toPeriod({ to: '2026-12-31' })).toEqual({ from: '', to: '2027-01-01' });
  expect(toPeriod({ to: '2028-02-28' }).to).toBe('2028-02-29');
});

test('days begin and end in the time zone, also where the clocks change', () => {
  expect(toPeriod({ from: '2026-03-08', to: '2026-03-08' }, 'America/New_York')).toEqual({
    from: '2026-03-08T05:00:00.000Z',
    to: '2026-03-09T04:00:00.000Z',
  });
  expect(toPeriod({ from: '2026-11-28' }, 'Pacific/Auckland')).toEqual({ from: '2026-11-27T11:00:00.000Z', to: '' });
});

test('anything else is left to the API', () => {
  expect(toPeriod({})).toEqual({ from: '', to: '' });
  expect(toPeriod({ to: '2026-02-30' }).to).toBe('2026-02-30');
  expect(toPeriod({ to: '2026-05-01T10:00:00Z' }).to).toBe('2026-05-01T10:00:00Z');
});
