import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from './chunk-text.ts';
import { countTokens } from '../models/count-tokens.ts';

const words = (count: number, word = 'herring') => Array.from({ length: count }, () => word).join(' ');

describe('chunks follow the structure of a document', () => {
  it('begin at headings and know the path to them', () => {
    const text = `# Fish\n\n${words(60)}\n\n## Herring\n\n${words(60)}\n\n### Baltic\n\n${words(60)}\n\n## Cod\n\n${words(60)}`;
    const chunks = chunkText(text, { size: 150, overlap: 0 });
    expect(chunks.map(({ metadata }) => metadata.heading)).toEqual([
      'Fish',
      'Fish > Herring',
      'Fish > Herring > Baltic',
      'Fish > Cod',
    ]);
    expect(chunks[2]?.content.startsWith('### Baltic\n\nherring')).toBe(true);
  });

  it('keep a heading with the text below it', () => {
    const chunks = chunkText(`${words(50)}\n\n# Next\n\n${words(50)}`, { size: 160, overlap: 0 });
    expect(chunks.map(({ content }) => content.split('\n')[0])).toEqual([words(50), '# Next']);
  });

  it('join small sections', () => {
    const text = Array.from({ length: 6 }, (_, index) => `## Part ${index}\n\nShort.`).join('\n\n');
    expect(chunkText(text, { size: 512, overlap: 64 })).toHaveLength(1);
  });

  it('do not treat comments in a code fence as headings', () => {
    const [chunk] = chunkText('# Real\n\n```sh\n# not one\nrun\n```\n\nAfter.', { size: 100, overlap: 0 });
    expect(chunk?.metadata).toEqual({ heading: 'Real' });
  });

  it('know the page on which they begin', () => {
    const pages = [words(40, 'one'), words(40, 'two'), words(40, 'three')];
    const starts = [0, 1, 2].map((count) => pages.slice(0, count).join('\n\n').length + (count > 0 ? 2 : 0));
    const chunks = chunkText(pages.join('\n\n'), { size: 64, overlap: 0, pageStarts: starts });
    expect(chunks.map(({ metadata, content }) => [metadata.page, content.slice(0, 3)])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'thr'],
    ]);
  });
});

describe('a block that is larger than a chunk', () => {
  it('is a table: each chunk repeats its header and keeps rows whole', () => {
    const rows = Array.from({ length: 200 }, (_, index) => `| ${index} | Herring from the Baltic | 4.50 |`);
    const chunks = chunkText(['| No | Fish | Price |', '| --- | --- | --- |', ...rows].join('\n'), {
      size: 128,
      overlap: 32,
    });
    expect(chunks.length).toBeGreaterThan(10);
    for (const { content } of chunks) expect(content).toMatch(/^\| No \| Fish \| Price \|\n\| --- /);
    const kept = chunks.flatMap(({ content }) => content.split('\n').slice(2));
    expect(kept).toEqual(rows);
  });

  it('is a fence: each chunk is a fence again', () => {
    const code = Array.from({ length: 200 }, (_, index) => `call(${index});`);
    const chunks = chunkText(['```js', ...code, '```'].join('\n'), { size: 100, overlap: 20 });
    expect(chunks.flatMap(({ content }) => content.split('\n').slice(1, -1))).toEqual(code);
    for (const { content } of chunks) expect(content).toMatch(/^```js\n[^]*\n```$/);
  });

  it('is running text: divided after sentences, the last of which are repeated', () => {
    const sentences = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} speaks of herrings.`);
    const chunks = chunkText(sentences.join(' '), { size: 100, overlap: 20 });
    for (const [index, { content }] of chunks.entries()) {
      expect(content).toMatch(/^Sentence[^]*herrings\.$/);
      const next = chunks[index + 1]?.content ?? '';
      expect(content).toContain(next.slice(0, next.indexOf('.') + 1));
    }
    expect(chunks.length).toBeGreaterThan(3);
  });
});

it('never creates a chunk over the requested size, and loses no word', () => {
  const piece = fc.oneof(
    fc.lorem({ maxCount: 80, mode: 'sentences' }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constant('# Heading\n\n'),
    fc.constant('| a | b |\n| --- | --- |\n| 1 | 2 |\n'),
    fc.constant('```\ncode\n'),
    fc.constant('漢字かな交じり文。'.repeat(40)),
    fc.constant('x'.repeat(3000)),
    fc.constant('😀'.repeat(200)),
    fc.constant('\n\n'),
  );
  const size = fc.integer({ min: 64, max: 300 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), size, fc.integer({ min: 0, max: 63 }), (pieces, size, overlap) => {
      const text = pieces.join('\n');
      const chunks = chunkText(text, { size, overlap });
      for (const { content, tokenCount } of chunks) {
        expect(content.trim()).not.toBe('');
        expect(countTokens(content)).toBeLessThanOrEqual(size);
        expect(tokenCount).toBeLessThanOrEqual(size);
      }
      const all = chunks.map(({ content }) => content).join('\n');
      for (const word of text.match(/[a-z]{4,20}/g) ?? []) expect(all).toContain(word);
    }),
    { numRuns: 150 },
  );
});
