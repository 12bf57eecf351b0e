import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { runInProcess } from '../deliverables/deliverable-process.ts';

/** The number of each letter in a PDF of this Markdown, and of its pages. */
async function count(markdown: string): Promise<{ pages: number; q: number; z: number }> {
  const { signal } = new AbortController();
  const work = { kind: 'pdf', title: 'Table', markdown } as const;
  const bytes = await runInProcess(work, { workspaceId: 'w', readImage: async () => undefined, signal });
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { pages: totalPages, q: text.split('q').length - 1, z: text.split('z').length - 1 };
}

function table(columns: number, header: string, rows: number): string {
  const line = (text: string): string => `|${`${text}|`.repeat(columns)}\n`;
  return line(header) + line('-') + line('z').repeat(rows);
}

test.each([
  [1, 5000],
  [4, 1100],
  [8, 400],
  [20, 100],
  [26, 70],
  [1, 12_000],
])(
  'a header of %d columns with %d letters each, taller than half of a page, is drawn once',
  async (columns, length) => {
    const { q, z } = await count(table(columns, 'q'.repeat(length), 200));
    expect([q, z]).toEqual([columns * length, columns * 200]);
  },
);

test('any other header is repeated on each page', async () => {
  const { pages, q, z } = await count(table(3, 'q', 200));
  expect(pages).toBeGreaterThan(3);
  expect([q, z]).toEqual([3 * pages, 3 * 200]);
});
