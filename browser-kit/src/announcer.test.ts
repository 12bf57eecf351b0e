import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnnouncer } from './announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('announcements in quick succession are read together, and a repeated text gets a new node', () => {
  const announcer = createAnnouncer(document.body, 'sr');
  const region = document.querySelector('.sr[role=status][aria-live=polite]');
  announcer.announce('Sent.');
  announcer.announce('Reading.');
  expect(region?.textContent).toBe('');
  vi.runAllTimers();
  expect(region?.textContent).toBe('Sent. Reading.');
  const before = region?.firstChild;
  announcer.announce('Sent. Reading.');
  vi.runAllTimers();
  expect(region?.textContent).toBe('Sent. Reading.');
  expect(region?.firstChild).not.toBe(before);
  announcer.announce('Never read.');
  announcer.clear();
  vi.runAllTimers();
  expect(region?.textContent).toBe('');
  announcer.remove();
  expect(region?.isConnected).toBe(false);
});
