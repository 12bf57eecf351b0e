import { expect, test } from 'vitest';
import { nameCitations } from './name-citations.ts';

const citation = (documentName: string, title?: string | null, heading?: string | null) => ({
  chunkId: `${documentName} ${heading}`,
  documentId: documentName,
  documentName,
  score: 0.9,
  quote: '',
  ...(title === undefined ? {} : { title }),
  ...(heading === undefined ? {} : { heading }),
});

test('a source is named by its title, or by its file if it has none', () => {
  expect(nameCitations([citation('a.pdf', 'Handbook', 'Refunds'), citation('b.pdf'), citation('c.pdf', null)])).toEqual(
    ['Handbook', 'b.pdf', 'c.pdf'],
  );
});

test('sources with the same name are distinguished by their headings', () => {
  const same = [
    citation('a.pdf', 'Handbook', 'Refunds'),
    citation('a.pdf', 'Handbook', 'Delivery \u202Efdp'),
    citation('d.pdf', 'Prices', 'All'),
  ];
  expect(nameCitations(same)).toEqual(['Handbook · Refunds', 'Handbook · Delivery fdp', 'Prices']);
});
