import { speakable } from '@portico/browser-kit/markdown/plain-text';
import { safeUrl } from '@portico/browser-kit/markdown/safe-url';
import type { Citation } from '../types.ts';

/**
 * Number of words at each end of the fragment: enough to be unique, few enough to survive small changes of the page.
 */
const edgeWords = 5;

/** The address of a source with a text fragment (WICG scroll-to-text-fragment) that marks the quote; null without an address. */
export function linkToPassage({ url, quote }: Pick<Citation, 'url' | 'quote'>): string | null {
  const address = safeUrl(url ?? '');
  if (address === null || !/^https?:/.test(address)) return null;
  // A fragment may not span blocks word for word: its two ends are searched instead.
  const lines = quote
    .split('\n')
    .map(speakable)
    .filter((line) => line !== '');
  const first = (lines[0] ?? '').split(' ');
  const last = (lines.at(-1) ?? '').split(' ');
  const start = first.slice(0, edgeWords).join(' ');
  const end = last.slice(-edgeWords).join(' ');
  if (start === '') return address;
  const isShort = lines.length === 1 && first.length <= 2 * edgeWords;
  const fragment = isShort ? encode(first.join(' ')) : `${encode(start)},${encode(end)}`;
  return `${address}${address.includes('#') ? '' : '#'}:~:text=${fragment}`;
}

/** Dashes separate the parts of a fragment, and encodeURIComponent leaves them unchanged. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/-/g, '%2D');
}
