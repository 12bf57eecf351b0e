import { expect, test } from 'vitest';
import { createEventParser } from './parse-events.ts';

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
  { id: null, event: 'message', data: 'unnamed' },
];

test.each(['\n', '\r\n', '\r'])('reads the same events wherever a stream with %j is cut', (ending) => {
  const text = stream.replaceAll('\n', ending);
  for (let cut = 0; cut <= text.length; cut += 1) {
    const parser = createEventParser();
    expect([...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))]).toEqual(expected);
    expect(parser.retry).toBe(1500);
  }
});

test('parses a stream that arrives one character at a time', () => {
  const parser = createEventParser();
  expect(Array.from(stream).flatMap((letter) => parser.push(letter))).toEqual(expected);
});

test('returns nothing of an incomplete event', () => {
  expect(createEventParser().push('id: 9\ndata: half')).toEqual([]);
});

test('ignores comments, and gives an event its own id or none', () => {
  const events = createEventParser().push(': ping\n\nretry: 2000\n\nid: 1\ndata: a\ndata: b\n\ndata: c\n\n');
  expect(events).toEqual([
    { id: '1', event: 'message', data: 'a\nb' },
    { id: null, event: 'message', data: 'c' },
  ]);
});
