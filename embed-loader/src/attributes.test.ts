import { expect, test } from 'vitest';
import { readAttributes } from './attributes.ts';

function script(html: string): Element {
  const place = document.createElement('div');
  place.innerHTML = html;
  return place.children[0] ?? place;
}

test('parses the attributes of the script tag', () => {
  const element = script(
    '<script src="x" nonce="n" data-chat="demo" data-mode="inline" data-locale="de" data-z-index="5" data-open data-prefill-topic="Bikes"></script>',
  );
  expect(readAttributes(element, 'data-')).toEqual({
    chat: 'demo',
    mode: 'inline',
    locale: 'de',
    zIndex: '5',
    open: true,
    'prefill-topic': 'Bikes',
  });
});

test('data-open="false" is closed', () => {
  expect(readAttributes(script('<script data-open="false"></script>'), 'data-')).toEqual({ open: false });
});
