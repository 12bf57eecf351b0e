import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { PeriodFields } from './period-fields.tsx';

afterEach(cleanup);

const open = (from: string, to: string) => render(<PeriodFields from={from} to={to} onFilter={() => {}} />);

test('a last day before the first one is named at its field', () => {
  open('2026-03-09', '2026-03-02');
  const field = screen.getByLabelText('To', { exact: false });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('This day is before “From”.').id).toBe(field.getAttribute('aria-describedby'));
});

test.each([
  ['2026-03-09', '2026-03-09'],
  ['2026-03-09', ''],
  ['', '2026-03-02'],
])('a period from "%s" to "%s" is complete', (from, to) => {
  open(from, to);
  expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBeNull();
});
