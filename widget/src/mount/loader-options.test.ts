import { expect, test } from 'vitest';
import { readFormOptions } from './form-entry.ts';
import { readChatOptions } from './loader-options.ts';

const given = { id: 'a', host: 'https://x.example' };

test('a chat’s attributes become options', () => {
  expect(readChatOptions({ ...given, chat: 'demo', zIndex: '7', emoji: 'false', voice: '', target: null })).toEqual({
    ...given,
    chat: 'demo',
    zIndex: 7,
    emoji: false,
    voice: true,
  });
});

test('a form’s attributes become options, including its initial values', () => {
  const raw = { ...given, form: 'apply', 'prefill-message': 'Hi', 'prefill-full_name': 'Ann' };
  expect(readFormOptions(raw)).toEqual({
    ...given,
    form: 'apply',
    mode: 'bubble',
    prefill: { message: 'Hi', inputs: { message: 'Hi', full_name: 'Ann' } },
  });
});
