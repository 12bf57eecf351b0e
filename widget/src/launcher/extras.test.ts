import { describe, expect, test, vi } from 'vitest';
import { makeFace } from '../testing/chat-server.ts';
import { makeRule, useNewVisitors } from '../testing/proactive-rules.ts';
import { invite, type StoringOptions } from './extras.ts';

useNewVisitors();

/** Shows a message on a page with these options, and returns the names of what is stored then. */
function storedAfter(given: StoringOptions, face = makeFace()): string[] {
  const show = vi.fn(() => true);
  const proactive = [makeRule({ afterSeconds: 1, minVisits: 1 })];
  const stop = invite({ ...face, proactive }, given, show);
  vi.advanceTimersByTime(2_000);
  stop();
  expect(show).toHaveBeenCalledOnce();
  return [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
}

test('remembers which messages were shown', () => {
  expect(storedAfter({})).toEqual(['portico:demo:seen', 'portico:demo:seen']);
});

describe('stores nothing', () => {
  test.each<[string, StoringOptions]>([
    ['a page that requires consent', { consent: 'required' }],
    ['a page that stores nothing', { persistence: 'memory' }],
    ['a preview', { preview: 'token' }],
  ])('for %s', (_, given) => {
    expect(storedAfter(given)).toEqual([]);
  });

  test('if the interface requires consent, or stores nothing', () => {
    expect(storedAfter({}, makeFace({ consent: { required: true } }))).toEqual([]);
    expect(storedAfter({ persistence: 'local' }, makeFace({ behaviour: { persistence: 'memory' } }))).toEqual([]);
  });
});
