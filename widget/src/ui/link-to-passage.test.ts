import { expect, test } from 'vitest';
import { linkToPassage } from './link-to-passage.ts';

test('a short quote is searched as a whole, a long one by its two ends', () => {
  expect(linkToPassage({ url: 'https://x.example/a', quote: 'Return within 14-30 days.' })).toBe(
    'https://x.example/a#:~:text=Return%20within%2014%2D30%20days.',
  );
  const quote = '## Refunds\n\nWe pay back the **whole** price to the card that was used, within five days.';
  expect(linkToPassage({ url: 'https://x.example/a#top', quote })).toBe(
    'https://x.example/a#top:~:text=Refunds,was%20used%2C%20within%20five%20days.',
  );
});

test('only a web address becomes a link', () => {
  expect(linkToPassage({ url: null, quote: 'a' })).toBeNull();
  expect(linkToPassage({ url: 'javascript:alert(1)', quote: 'a' })).toBeNull();
  expect(linkToPassage({ url: 'mailto:a@b.example', quote: 'a' })).toBeNull();
  expect(linkToPassage({ url: 'https://x.example/', quote: '***' })).toBe('https://x.example/');
});
