import { afterEach, expect, test, vi } from 'vitest';
import { forwardEvents } from './analytics.ts';
import type { FormHandle } from './form-types.ts';
import type { ChatHandle } from './types.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A handle with only its listeners, and a function that calls them. */
function listening(isOpen?: boolean) {
  const listeners = new Map<string, (detail: object) => void>();
  const on = (name: string, listener: (detail: never) => void) => {
    listeners.set(name, listener as (detail: object) => void);
    return () => listeners.delete(name);
  };
  const happen = (name: string, detail: object): void => listeners.get(name)?.({ id: 'x', ...detail });
  const state = isOpen === undefined ? {} : { getState: () => ({ isOpen }) };
  return { handle: { on, ...state } as unknown as ChatHandle | FormHandle, happen };
}

test.each([
  ['gtag', 'gtag', ['event', 'portico_message_sent', { portico: 'support' }]],
  ['plausible', 'plausible', ['portico_message_sent', { props: { portico: 'support' } }]],
])('sends events to %s, without message contents', (target, name, expected) => {
  const service = vi.fn<(...words: unknown[]) => void>();
  vi.stubGlobal(name, service);
  const { handle, happen } = listening(false);
  forwardEvents({ analytics: target, chat: 'support' }, handle);
  happen('message-sent', { message: { content: 'secret' } });
  expect(service.mock.calls).toEqual([expected]);
});

test('creates a data layer if there is none; an error has its code', () => {
  const page: { dataLayer?: object[] } = globalThis as { dataLayer?: object[] };
  const { handle, happen } = listening();
  forwardEvents({ analytics: 'datalayer', form: 'apply' }, handle);
  happen('submitted', {});
  happen('error', { error: { code: 'offline', message: 'secret' } });
  expect(page.dataLayer).toEqual([
    { event: 'portico_submitted', portico: 'apply' },
    { event: 'portico_error', portico: 'apply', code: 'offline' },
  ]);
  delete page.dataLayer;
});

test('ignores a service that is unknown or not on the page', () => {
  const { handle, happen } = listening();
  for (const target of ['gtag', 'plausible', 'other']) {
    forwardEvents({ analytics: target, chat: 'support' }, handle);
    expect(() => happen('open', {})).not.toThrow();
  }
  expect('dataLayer' in globalThis).toBe(false);
});

test('a chat that is already open is forwarded as opened', () => {
  const gtag = vi.fn<(...words: unknown[]) => void>();
  vi.stubGlobal('gtag', gtag);
  forwardEvents({ analytics: 'gtag', chat: 'support' }, listening(true).handle);
  expect(gtag.mock.calls).toEqual([['event', 'portico_open', { portico: 'support' }]]);
});
