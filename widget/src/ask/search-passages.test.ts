import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from '../transport/errors.ts';
import { createPassageSearch } from './search-passages.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const passageOf = (query: string) => ({
  chunkId: query,
  title: query,
  url: null,
  heading: null,
  content: '',
  score: 1,
});

function start() {
  const sent: string[] = [];
  const held = new Map<string, PromiseWithResolvers<object>>();
  const act = async (_session: unknown, _verb: string, body?: unknown) => {
    const { query } = body as { query: string };
    sent.push(query);
    return held.get(query)?.promise ?? { data: [passageOf(query)] };
  };
  const session = { ensure: async () => ({ id: 'ses_1', token: 't' }) };
  const chat = { api: { act }, session } as unknown as Parameters<typeof createPassageSearch>[0];
  return { sent, held, ...createPassageSearch(chat) };
}

const settle = async (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('searches once nothing was typed for a moment, and knows what it has found', async () => {
  const { search, found, isSearching, sent } = start();
  for (const text of ['b', 'be', 'ber', 'bert', 'berth']) search(text);
  expect(isSearching.value).toBe(true);
  await settle(1_000);
  expect(sent).toEqual(['berth']);
  expect(found.value).toEqual([passageOf('berth')]);
  search('berths');
  // The earlier passages stay until then.
  expect(found.value).toEqual([passageOf('berth')]);
  search('berth ');
  await settle(1_000);
  expect(sent).toEqual(['berth']);
  search('');
  expect([found.value, isSearching.value]).toEqual([null, false]);
});

test('a long text is searched for without half of a character', async () => {
  const { search, sent } = start();
  search('a'.repeat(499) + '😀');
  await settle(1_000);
  expect(sent).toEqual(['a'.repeat(499)]);
});

test('a late response to an earlier text is not shown', async () => {
  const { search, found, held } = start();
  const late = Promise.withResolvers<object>();
  held.set('old', late);
  search('old');
  await settle(1_000);
  search('new');
  await settle(1_000);
  late.resolve({ data: [passageOf('old')] });
  await settle();
  expect(found.value).toEqual([passageOf('new')]);
});

test('asks no more often than the server allows, and again after it has refused', async () => {
  const { search, found, sent, held } = start();
  for (let number = 0; number < 29; number += 1) {
    search(`berth ${number}`);
    await settle(250);
  }
  search('one more');
  await settle(5_000);
  expect(sent).toHaveLength(29);
  await settle(60_000);
  expect(sent.at(-1)).toBe('one more');

  const refused = Promise.withResolvers<object>();
  held.set('refused', refused);
  search('refused');
  await settle(1_000);
  refused.reject(new RequestError('rate_limit_exceeded', 429, '', { window: 'minute', retryAfter: 20 }));
  await settle();
  expect(found.value).toBeNull();
  held.delete('refused');
  await settle(20_000);
  expect(found.value).toEqual([passageOf('refused')]);
});
