import { expect, test } from 'vitest';
import { createSseParser } from './sse.ts';

const stream = [
  ': welcome',
  'retry: 1500',
  'event: connected',
  'data: {"thread_id":"thr_1"}',
  '',
  'id: 1',
  'event: message:delta',
  'data: {"content":"Grüße\\n"}',
  '',
  'id: 2',
  'data: first',
  'data:second',
  '',
  'event: nothing-without-data',
  '',
  'data: unnamed',
  '',
  '',
].join('\n');

const expected = [
  { id: null, event: 'connected', data: '{"thread_id":"thr_1"}' },
  { id: '1', event: 'message:delta', data: '{"content":"Grüße\\n"}' },
  { id: '2', event: 'message', data: 'first\nsecond' },
  { id: '2', event: 'message', data: 'unnamed' },
];

test.each(['\n', '\r\n', '\r'])('reads the same events wherever a stream with %j is cut', (ending) => {
  const text = stream.replaceAll('\n', ending);
  for (let cut = 0; cut <= text.length; cut += 1) {
    const parser = createSseParser();
    expect([...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))]).toEqual(expected);
    expect(parser.retry).toBe(1500);
  }
});

test('reads a stream that arrives letter by letter', () => {
  const parser = createSseParser();
  expect(Array.from(stream).flatMap((letter) => parser.push(letter))).toEqual(expected);
});

test('gives out nothing of an event that was not finished', () => {
  expect(createSseParser().push('id: 9\ndata: half')).toEqual([]);
});
