import { describe, expect, it } from 'vitest';
import { countTokens, cutToTokens } from './count-tokens.ts';

describe('tokens', () => {
  it('are those of o200k, special ones included as plain text', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('a <|endoftext|> b')).toBeGreaterThan(3);
  });

  it.each(['a', 'ab', ' ', '!', '字', '😀'])('of 50,000 times "%s" are counted without hanging', (piece) => {
    const count = countTokens(piece.repeat(50_000));
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(150_001);
  });

  it('cut a text at their number, never inside a character', () => {
    expect(cutToTokens('hello world again', 2)).toBe('hello world');
    expect(cutToTokens('short', 10)).toBe('short');
    expect(cutToTokens('😀😀😀😀😀😀', 4)).toMatch(/^(?:😀)*$/u);
    expect(countTokens(cutToTokens('x'.repeat(100_000), 500))).toBeLessThanOrEqual(500);
  });
});
