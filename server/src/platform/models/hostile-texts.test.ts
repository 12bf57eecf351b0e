import { describe, expect, it } from 'vitest';
import { chunkText } from '../chunk/chunk-text.ts';
import { countTokens, cutToTokens, estimateTokens } from './count-tokens.ts';
import { ExtractiveModel } from './extractive/extractive-model.ts';
import { HashEmbedding } from './hash-embedding.ts';
import { quotePassage } from './quote-passage.ts';

const length = 50_000;
const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Each took from ten seconds to hours with quadratic code; now the slowest takes a second. */
const texts: [string, string][] = [
  ['spaces', `a${' '.repeat(length)}b`],
  ['one letter', fill('a')],
  ['vowels', fill('aeiouing')],
  ['words cut by hyphens', fill('ab-\n')],
  ['initials', fill('A. ')],
  ['questions', fill('Why is it? ')],
  ['a heading of spaces', `# a${' '.repeat(length)}b`],
  ['a heading of marks', `# ${'#'.repeat(length)}x`],
  ['open tags', fill('<a ')],
  ['open comments', fill('<!--')],
  ['images without an end', fill('![a](')],
  ['a fence with a long first line', `\`\`\`${fill('x')}\n${'y\n'.repeat(2_000)}`],
  ['a table with a long header', `|${fill('x')}|\n|---|\n${'| y |\n'.repeat(2_000)}`],
  ['surrogate pairs', fill('👩‍👩‍👧')],
  ['Chinese', fill('智能助手可以回答访客的问题')],
];

async function draft(content: string, json_schema?: Record<string, unknown>): Promise<string> {
  const request = { model: 'm', messages: [{ role: 'user' as const, content }], json_schema, max_tokens: 200 };
  let text = '';
  for await (const event of new ExtractiveModel({ wordDelayMs: 0 }).stream(request, new AbortController().signal)) {
    if (event.type === 'delta') text += event.content;
  }
  return text;
}

describe.each(texts)('a text of %s', (_, text) => {
  it('is divided, and nothing of it is lost or too large', () => {
    const chunks = chunkText(text, { size: 256, overlap: 32 });
    for (const { content, tokenCount } of chunks) {
      expect(tokenCount).toBeLessThanOrEqual(256);
      expect(countTokens(content)).toBeLessThanOrEqual(tokenCount);
    }
    const letters = (all: string) => new Set(all.replaceAll(/\s/g, ''));
    expect(letters(chunks.map(({ content }) => content).join('')).isSupersetOf(letters(text.trim()))).toBe(true);
  });

  it('is counted, cut, embedded and quoted', async () => {
    const tokens = countTokens(text);
    expect(estimateTokens(text)).toBeGreaterThan(tokens / 3);
    expect(estimateTokens(text)).toBeLessThan(tokens * 3);
    expect(countTokens(cutToTokens(text, 100))).toBeLessThanOrEqual(101);
    expect(await new HashEmbedding().embed([text], new AbortController().signal)).toHaveLength(1);
    expect(quotePassage(text, 'why is that').length).toBeLessThanOrEqual(320);
  });

  it('is answered by the built-in model', async () => {
    expect(await draft(text)).not.toBe('');
    expect(await draft(`Summarise: ${text}`)).not.toBe('');
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_value, at) => [`field${at}`, { type: 'string' }]),
    );
    expect(await draft(text, { type: 'object', properties })).toMatch(/^\{/);
  });
});
