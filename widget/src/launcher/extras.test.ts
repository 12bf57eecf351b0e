import { describe, expect, test, vi } from 'vitest';
import { makeFace } from '../testing/chat-server.ts';
import { makeRule, useNewVisitors } from '../testing/proactive-rules.ts';
import { invite, reconnect, type StoringOptions } from './extras.ts';
import { whenIdle } from './find-stored.ts';

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

describe('a stored conversation', () => {
  const expiresAt = '2999-01-01T00:00:00.000Z';
  const session = { id: 'ses_1', token: 'tok_1', threadId: 'thr_1', expiresAt };

  /** Whether the panel is loaded for this record, and the requests until then. */
  async function load(record: object, given: StoringOptions = {}, status = 'bot') {
    vi.useRealTimers();
    vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task));
    const request = vi.fn(() => Promise.resolve(Response.json({ data: { conversation: { status } } })));
    vi.stubGlobal('fetch', request);
    localStorage.setItem('portico:demo', JSON.stringify(record));
    const connect = vi.fn();
    reconnect(makeFace(), { id: 'demo', host: 'https://portico.invalid', ...given }, connect);
    await new Promise((resolve) => setTimeout(resolve, 20));
    vi.unstubAllGlobals();
    return [connect.mock.calls.length, request.mock.calls.length];
  }

  test('is looked for without the idle callback of browsers, which old ones lack and pages remove', () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestIdleCallback', undefined);
    const task = vi.fn();
    const cancelled = vi.fn();
    whenIdle(task);
    whenIdle(cancelled)();
    vi.runAllTimers();
    vi.unstubAllGlobals();
    expect([task.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 0]);
  });

  test('loads the panel if it is recent or with a person', async () => {
    expect(await load({ session, seen: { at: Date.now(), upTo: '' } })).toEqual([1, 1]);
    expect(await load({ session }, {}, 'human')).toEqual([1, 1]);
    expect(await load({ session }, {}, 'waiting')).toEqual([1, 1]);
    expect(await load({ session })).toEqual([0, 1]);
  });

  test('without a session, in a preview and in memory nothing is requested', async () => {
    const seen = { at: Date.now(), upTo: '' };
    expect(await load({ draft: 'Hello', seen })).toEqual([0, 0]);
    expect(await load({ session: { ...session, expiresAt: '2020-01-01T00:00:00.000Z' }, seen })).toEqual([0, 0]);
    expect(await load({ session, seen }, { preview: 'token' })).toEqual([0, 0]);
    expect(await load({ session, seen }, { persistence: 'memory' })).toEqual([0, 0]);
  });
});
