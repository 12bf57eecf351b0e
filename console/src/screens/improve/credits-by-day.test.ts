import { expect, test } from 'vitest';
import { creditsByDay } from './credits-by-day.ts';

const usage = { prompt_tokens: 0, completion_tokens: 0, replies: 0, requests: 0 };

test('days without usage are between the others, until today', () => {
  const entries = [
    { ...usage, key: '2026-03-01', credits: 2.5 },
    { ...usage, key: '2026-02-27', credits: 1 },
  ];
  expect(creditsByDay(entries, '2026-02-26', 'Asia/Tokyo', Date.parse('2026-03-01T15:00:00Z'))).toEqual([
    { day: '2026-02-26', credits: 0 },
    { day: '2026-02-27', credits: 1 },
    { day: '2026-02-28', credits: 0 },
    { day: '2026-03-01', credits: 2.5 },
    { day: '2026-03-02', credits: 0 },
  ]);
});
