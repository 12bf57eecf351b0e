import { type ShownFieldsCase, shownFieldsCases } from '@portico/shared-types/rules/find-hidden-fields.cases';
import { expect, test } from 'vitest';
import { findHidden } from './watch-visibility.ts';

async function namesOfShown({ fields, inputs, message = '', urls = [] }: ShownFieldsCase): Promise<string[]> {
  const hidden = await findHidden({ fields: [...fields] }, { inputs, message, urls });
  return fields.map(({ name }) => name).filter((name) => !hidden.has(name));
}

test.each(shownFieldsCases)('shows the right fields: $title', async (given) => {
  expect(await namesOfShown(given)).toEqual(given.shown);
  const sent = Object.fromEntries(Object.entries(given.inputs).filter(([name]) => given.shown.includes(name)));
  expect(await namesOfShown({ ...given, inputs: sent })).toEqual(given.shown);
});
