import { expect, test } from 'vitest';

test('the message of a failed expectation contains the entries of a list, which the last lines of a run repeat', () => {
  const uncalled = ['POST /api/v1/saved-replies/{id}/archive', 'DELETE /api/v1/saved-replies/{id}/archive'];
  expect(() => expect(uncalled).toEqual([])).toThrow(uncalled[1]);
});
