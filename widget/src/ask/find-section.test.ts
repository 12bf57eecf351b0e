import { expect, test } from 'vitest';
import { findSection } from './find-section.ts';

const shop = `## Orders

Orders are sent within a day.

## Gift cards

Gift cards never expire.

### Refunds

They are not refunded.
`;

test.each([
  ['gift expire', ['Shop', 'Gift cards'], 'Gift cards never expire.'],
  ['refunded', ['Shop', 'Gift cards', 'Refunds'], 'They are not refunded.'],
  ['sent', ['Shop', 'Orders'], 'Orders are sent within a day.'],
  ['zebra', ['Shop', 'Orders'], 'Orders are sent within a day.'],
])('for "%s", the section %j of a passage', (query, path, text) => {
  const found = findSection(shop, 'Shop > Orders', query);
  expect([found.path, found.text.trim()]).toEqual([path, text]);
});

test('the headings of a document may begin below the first level, and a passage within a section', () => {
  expect(findSection('### Prices\n\nForty euros.', 'Prices', 'euros').path).toEqual(['Prices']);
  expect(findSection('### Prices\n\nForty.\n\n#### Winter\n\nFree.', 'Prices', 'free').path).toEqual([
    'Prices',
    'Winter',
  ]);
  expect(findSection('Forty euros.', 'Prices > Berths', 'euros').path).toEqual(['Prices', 'Berths']);
  expect(findSection('Forty euros.', null, 'euros').path).toEqual([]);
});

test('a comment in code is not a heading, and a passage of headings alone is shown as it is', () => {
  const code = 'Run it:\n\n```sh\n# Install\nnpm i\n```\n';
  expect(findSection(code, 'Setup', 'install')).toEqual({ path: ['Setup'], text: `${code}\n` });
  expect(findSection('# Workflows', 'Workflows', 'workflows')).toEqual({ path: ['Workflows'], text: '# Workflows' });
});
