import { afterEach, expect, test, vi } from 'vitest';
import { forwardEvent } from './analytics.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['gtag', 'gtag', ['event', 'portico_message_sent', { portico: 'support' }]],
  ['plausible', 'plausible', ['portico_message_sent', { props: { portico: 'support' } }]],
])('sends events to %s, without message contents', (analytics, name, expected) => {
  const service = vi.fn<(...words: unknown[]) => void>();
  vi.stubGlobal(name, service);
  const detail = { id: 'x', message: { content: 'secret' } };
  forwardEvent({ analytics, chat: 'support' }, 'message-sent', detail);
  expect(service.mock.calls).toEqual([expected]);
});

test('creates a data layer if there is none; an error has its code', () => {
  const page: { dataLayer?: object[] } = globalThis as { dataLayer?: object[] };
  const options = { analytics: 'datalayer', form: 'apply' };
  forwardEvent(options, 'submitted', { id: 'apply' });
  const error = { code: 'offline', message: 'secret' };
  forwardEvent(options, 'error', { id: 'apply', error });
  expect(page.dataLayer).toEqual([
    { event: 'portico_submitted', portico: 'apply' },
    { event: 'portico_error', portico: 'apply', code: 'offline' },
  ]);
  delete page.dataLayer;
});

test('ignores a service that is unknown or not on the page', () => {
  for (const analytics of ['gtag', 'plausible', 'other']) {
    expect(() => forwardEvent({ analytics, chat: 'support' }, 'open', { id: 'x' })).not.toThrow();
  }
  expect('dataLayer' in globalThis).toBe(false);
});

test('ignores events that say nothing about what the visitor does', () => {
  const gtag = vi.fn<() => void>();
  vi.stubGlobal('gtag', gtag);
  for (const name of ['unread', 'session']) forwardEvent({ analytics: 'gtag', chat: 'support' }, name, { id: 'x' });
  expect(gtag).not.toHaveBeenCalled();
});
