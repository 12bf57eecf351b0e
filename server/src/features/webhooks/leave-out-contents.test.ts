import { describe, expect, it } from 'vitest';
import { contentBytes, leaveOutContents } from './leave-out-contents.ts';

/** The members of an array that makes JSON of exactly this many bytes: one digit each, with brackets and commas. */
const digits = (bytes: number) => Array.from({ length: (bytes - 1) / 2 }, () => 7);

describe('a field of an event is left out if its JSON is over 20,000 bytes', () => {
  it.each([
    ['1,536 numbers of many digits', Array.from({ length: 1536 }, (_, at) => Math.sin(at + 1))],
    ['characters that are escaped', ['"'.repeat(10_000)]],
    ['control characters', { text: '\u0001'.repeat(3400) }],
    ['characters of several bytes', { text: 'ä'.repeat(10_000) }],
    ['names that are escaped', { ['\n'.repeat(9999)]: 1 }],
    ['one byte too many', { a: digits(contentBytes - 5) }],
    ['a text', 'a'.repeat(contentBytes + 1)],
  ])('%s', (_, field) => {
    expect(leaveOutContents({ id: 'x', field })).toEqual({ id: 'x', field: null, omitted: ['field'] });
  });

  it.each([
    ['thousands of digits', digits(8001)],
    ['exactly as many bytes', { ab: digits(contentBytes - 7), none: undefined }],
    ['a text', 'a'.repeat(contentBytes)],
    ['nothing', undefined],
  ])('but not %s', (_, field) => {
    expect(leaveOutContents({ id: 'x', field })).toEqual({ id: 'x', field });
  });

  it('without reading it to its end, or if it is nested too deeply for JSON', () => {
    let reads = 0;
    const endless = new Proxy([] as unknown[], {
      get: (target, name) => {
        if (name === 'length') return 1_000_000_000;
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name);
      },
    });
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(leaveOutContents({ endless, deep })).toEqual({ endless: null, deep: null, omitted: ['endless', 'deep'] });
    expect(reads).toBeLessThanOrEqual(contentBytes + 1);
  });
});
