import { expect, test } from 'vitest';
import { checkUrl } from './check-url.ts';

test.each([
  ['example.com', 'https://example.com/'],
  ['  http://example.com/a?b=1#c ', 'http://example.com/a?b=1#c'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['http://[::1]/', 'http://[::1]/'],
])('%s is the address %s', (text, url) => expect(checkUrl(text)).toBe(url));

test.each([
  '',
  'hello',
  'two words.com',
  'javascript:alert(1)',
  'ftp://example.com',
  'mailto:a@b.example',
  'https://user:pass@example.com',
])('%s is not an address', (text) => expect(checkUrl(text)).toBeNull());
