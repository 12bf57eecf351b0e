import type { SubmissionPassage } from '@portico/shared-types/api/public-forms';
import { expect, test } from 'vitest';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { createTexts } from '../../text/texts.ts';
import { nameSources } from './name-sources.ts';

const passage = (id: string, name: string | undefined, content: string): SubmissionPassage => ({
  id,
  content,
  source: name === undefined ? { kind: 'message' } : { kind: 'file', name },
  score: 1,
});
const passages = [
  passage('a', 'report.pdf', '## The *north* basin\n\nIt is deep.'),
  passage('b', 'report.pdf', 'Intro.\n\n# Fees\n\nNine crowns.'),
  passage('c', 'notes.md', '# Winter\n\nOil.'),
  passage('d', undefined, 'Hello'),
];

test('sources are named by their files, and those with the same name by their headings, too', () => {
  const texts = createTexts('en', en);
  expect(nameSources([null, 'a', 'b', 'c', 'd'], passages, texts)).toEqual([
    'Your result',
    'report.pdf · The north basin',
    'report.pdf · Fees',
    'notes.md',
    'Your message',
  ]);
  const bare = [passage('a', 'x.txt', 'One.'), passage('b', 'x.txt', 'Two.')];
  expect(nameSources(['a', 'b'], bare, texts)).toEqual(['x.txt', 'x.txt']);
});
