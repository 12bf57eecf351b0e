import { expect, test } from 'vitest';
import { handoverText } from './names.ts';

const at = '2026-01-01T00:00:00.000Z';
const handover = (reason: string | null, summary: string | null) =>
  handoverText(JSON.parse(JSON.stringify({ reason, summary, requested_at: at })));

test('a summary that repeats the reason is shown once', () => {
  expect(handover('Wants a refund', 'Wants a refund')).toBe('Wants a refund');
  expect(handover('Wants a refund', 'Paid twice')).toBe('Wants a refund · Paid twice');
  expect(handover(null, '')).toBeUndefined();
});
