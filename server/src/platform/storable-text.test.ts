import { expect, test } from 'vitest';
import type { ChatEvent } from './models/chat-model.ts';
import { toStorableEvents } from './models/storable-events.ts';
import { toStorable, toStorableJson, toStorableText } from './storable-text.ts';

test('only NULs and lone surrogates of a text are repaired', () => {
  expect(toStorableText('a\0b\ud83dc')).toBe('ab\ufffdc');
  expect(toStorableText('\ud83d\ude00 fine')).toBe('\ud83d\ude00 fine');
});

test('a value is repaired at any depth, including keys, and returned unchanged if it is valid', () => {
  const fine = { list: [1, null, 'text', { deep: true }] };
  expect(toStorable(fine)).toBe(fine);
  expect(toStorable({ 'a\0': [{ text: '\udc00' }], n: 1, none: null })).toEqual({
    a: [{ text: '\ufffd' }],
    n: 1,
    none: null,
  });
});

test('a value nested deeper than the stack is accepted', () => {
  let deep: unknown = 'text';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(toStorable(deep)).toBe(deep);
});

test.each([
  ['the first half of a pair', String.raw`"a\ud83db"`, 'a\ufffdb'],
  ['the second half, in capitals', String.raw`["\uDF89"]`, ['\ufffd']],
  ['NULs, also in a key and between halves', String.raw`{"a\u0000": "\ud83c\u0000\udf89"}`, { a: '\ud83c\udf89' }],
  ['halves in the wrong order', String.raw`"\udf89\ud83c\ud83c\udf89\ud83c"`, '\ufffd\ufffd\ud83c\udf89\ufffd'],
  ['a half after escaped characters', String.raw`"\"\\\ud83c\n"`, '"\\\ufffd\n'],
])('JSON text is repaired: %s', (_, text, repaired) => {
  expect(JSON.parse(toStorableJson(text))).toEqual(repaired);
});

test.each([
  String.raw`"\\u0000 \\ud83c \\\\ud83c"`,
  String.raw`"\ud83c\udf89 \uD83C\uDF89 \u00e9"`,
  '[1.50, 1e400, {}]',
])('JSON text that can be stored is unchanged: %s', (text) => {
  expect(toStorableJson(text)).toBe(text);
});

test('a character that a model splits is joined again', async () => {
  async function* write(): AsyncGenerator<ChatEvent> {
    for (const content of ['a\0', '\ud83d', '\ude00', 'b\ud83d']) yield { type: 'delta', content };
    yield { type: 'finish', reason: 'stop', usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
  }
  const texts: string[] = [];
  for await (const event of toStorableEvents(write())) if (event.type === 'delta') texts.push(event.content);
  expect(texts).toEqual(['a', '\ud83d\ude00', 'b', '\ufffd']);
});
