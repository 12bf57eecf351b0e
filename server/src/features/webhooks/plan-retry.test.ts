import { describe, expect, it } from 'vitest';
import { planRetry } from './plan-retry.ts';
import type { Attempt } from './settle.sql.ts';

const schedule = [5, 300, 1800];
const answered = (status: number | null, headers: Record<string, string> = {}): Attempt => ({
  startedAt: new Date().toISOString(),
  status,
  headers,
  body: '',
  ms: 1,
  error: null,
});
const delays = (attempt: Attempt, next: number | null) =>
  Array.from({ length: 500 }, () => planRetry(attempt, next, schedule).retryInMs ?? Number.NaN);

describe('the plan after an attempt', () => {
  it('is the next delay of the schedule, spread over ±20 %', () => {
    for (const [next, seconds] of schedule.entries()) {
      const all = delays(answered(500), next);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(seconds * 800);
      expect(Math.max(...all)).toBeLessThanOrEqual(seconds * 1200);
      expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(seconds * 300);
    }
  });

  it('is final after the last delay, and without retries', () => {
    const end = { status: 'failed', retryInMs: null };
    expect(planRetry(answered(500), 3, schedule)).toEqual(end);
    expect(planRetry(answered(null), null, schedule)).toEqual(end);
  });

  it('is success for 2xx only', () => {
    expect([200, 204, 299].map((status) => planRetry(answered(status), 0, schedule).status)).toEqual(
      Array(3).fill('success'),
    );
    expect([199, 300, 302, 404].map((status) => planRetry(answered(status), 0, schedule).status)).toEqual(
      Array(4).fill('retrying'),
    );
  });

  it('is never earlier than a 429 or 503 asks for, up to a day', () => {
    expect(Math.min(...delays(answered(503, { 'retry-after': '60' }), 0))).toBe(60_000);
    expect(Math.max(...delays(answered(429, { 'retry-after': '999999999' }), 0))).toBe(86_400_000);
    expect(Math.max(...delays(answered(500, { 'retry-after': '60' }), 0))).toBeLessThanOrEqual(6000);
    expect(Math.max(...delays(answered(503, { 'retry-after': 'soon' }), 0))).toBeLessThanOrEqual(6000);
    const date = new Date(Date.now() + 60_000).toUTCString();
    expect(Math.min(...delays(answered(429, { 'retry-after': date }), 0))).toBeGreaterThan(55_000);
  });
});
