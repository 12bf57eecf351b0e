import { expect, test, vi } from 'vitest';
import type { ProactiveRule } from '../face.ts';
import { makeRule as rule, useNewVisitors } from '../testing/proactive-rules.ts';
import { followRules, globToPattern } from './follow-rules.ts';

useNewVisitors();

function follow(rules: ProactiveRule[], canStore = true) {
  const show = vi.fn(() => true);
  return { show, stop: followRules({ rules, key: 'portico:demo:seen', canStore, show }) };
}

test('shows a message after its delay, and once for each visitor', () => {
  const first = follow([rule({ afterSeconds: 5 })]);
  vi.advanceTimersByTime(4_900);
  expect(first.show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(first.show).toHaveBeenCalledExactlyOnceWith('Need help?');
  first.stop();
  const second = follow([rule({ afterSeconds: 5 })]);
  vi.advanceTimersByTime(10_000);
  expect(second.show).not.toHaveBeenCalled();
  second.stop();
});

test('stores nothing if storing is not allowed', () => {
  const { show, stop } = follow([rule({})], false);
  vi.advanceTimersByTime(3_000);
  expect(show).toHaveBeenCalledOnce();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  stop();
});

test('waits for the right page, also in a single-page app', () => {
  const { show, stop } = follow([rule({ urlPattern: '/pricing/*', afterSeconds: 1 })]);
  vi.advanceTimersByTime(3_000);
  expect(show).not.toHaveBeenCalled();
  history.pushState(null, '', '/pricing/teams');
  vi.advanceTimersByTime(2_000);
  expect(show).toHaveBeenCalledOnce();
  stop();
});

test('waits until the pointer leaves at the top', () => {
  const { show, stop } = follow([rule({ onExit: true })]);
  vi.advanceTimersByTime(10_000);
  document.dispatchEvent(new MouseEvent('mouseout', { clientY: 300 }));
  expect(show).not.toHaveBeenCalled();
  document.dispatchEvent(new MouseEvent('mouseout', { clientY: -2 }));
  expect(show).toHaveBeenCalledOnce();
  stop();
});

test('counts each tab as one visit', () => {
  const rules = [rule({ minVisits: 2 })];
  for (const page of [1, 2]) {
    const { show, stop } = follow(rules);
    vi.advanceTimersByTime(5_000);
    expect(show, `page ${page} of the first visit`).not.toHaveBeenCalled();
    stop();
  }
  sessionStorage.clear();
  const { show, stop } = follow(rules);
  vi.advanceTimersByTime(5_000);
  expect(show).toHaveBeenCalledOnce();
  stop();
});

test('a message that was due while the panel was open is shown later', () => {
  const show = vi.fn(() => false);
  const first = followRules({ rules: [rule({})], key: 'portico:demo:seen', canStore: true, show });
  vi.advanceTimersByTime(5_000);
  expect(show).toHaveBeenCalledOnce();
  first();
  const second = follow([rule({})]);
  vi.advanceTimersByTime(5_000);
  expect(second.show).toHaveBeenCalledOnce();
  second.stop();
});

test.each([
  ['/pricing', '/pricing', true],
  ['/pricing', '/pricing/', true],
  ['/pricing', '/pricing/teams', false],
  ['/docs/**', '/docs/a/b', true],
  ['/docs*', '/docs/a/b', true],
  ['*', '/', true],
  ['/docs/*', '/docs', false],
  ['/a.b', '/aXb', false],
])('%s and %s', (glob, path, matches) => {
  expect(globToPattern(glob).test(path)).toBe(matches);
});
