import { expect, test } from 'vitest';
import { pathOf, readRoute } from './route.ts';

test('form and run are recognised by the path, and converted back', () => {
  expect(readRoute('/forms/a-b')).toEqual({ slug: 'a-b', submissionId: null });
  const run = { slug: 'a-b', submissionId: 'sub_1' };
  expect(readRoute('/forms/a-b/s/sub_1/')).toEqual(run);
  expect(readRoute(pathOf(run))).toEqual(run);
});

test.each(['/', '/forms/', '/forms/a/b', '/forms/a/s/', '/forms/%E0%A4%A'])('%s is not a page', (path) =>
  expect(readRoute(path)).toBeNull(),
);
