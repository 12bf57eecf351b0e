import { cleanup } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFormats } from '../text/formats.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { Time } from './time.tsx';

const now = new Date('2026-05-10T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function textOf(milliseconds: number): string | null {
  const { container } = renderInConsole(<Time at={new Date(now.getTime() + milliseconds).toISOString()} />);
  return container.textContent;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('a moment that passed counts whole units', () => {
  expect([-59 * minute, -119 * minute, -2 * day + minute].map(textOf)).toEqual([
    '59 minutes ago',
    '1 hour ago',
    'yesterday',
  ]);
});

test('a moment to come is as far away as a person would say', () => {
  expect([7 * day - minute, day - minute, 71 * hour + minute, 10 * minute].map(textOf)).toEqual([
    'in 7 days',
    'in 24 hours',
    'in 3 days',
    'in 10 minutes',
  ]);
});

function Duration({ milliseconds }: { milliseconds: number }) {
  return <>{useFormats().duration(milliseconds)}</>;
}

test('a duration is rounded to what a person would say', () => {
  const texts = [340, 2_100, 4 * minute, 119 * minute, 3.5 * hour, 30 * day].map(
    (milliseconds) => renderInConsole(<Duration milliseconds={milliseconds} />).container.textContent,
  );
  expect(texts).toEqual(['340\u00A0ms', '2.1\u00A0sec', '4\u00A0min', '119\u00A0min', '3.5\u00A0hr', '30\u00A0days']);
});
