import type { FormField } from '@portico/shared-types';
import { type ShownFieldsCase, shownFieldsCases } from '@portico/shared-types/rules/find-hidden-fields.cases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { ApiError } from '../../../platform/errors.ts';
import { checkInputs } from './check-inputs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

type Given = Pick<ShownFieldsCase, 'fields' | 'inputs' | 'message' | 'urls'>;

/** Names of the fields with a fault, or with a value that is kept. */
async function namesOf({ fields, inputs, message = '', urls = [] }: Given): Promise<string[]> {
  const stored = fields.map(({ showIf, ...field }): FormField => ({
    ...field,
    ...(showIf === undefined ? {} : { show_if: showIf }),
  }));
  try {
    return Object.keys(await checkInputs(server.platform, 'ws_1', stored, { inputs, message, urls: [...urls] }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.details.fields ?? []).map(({ path }) => path.replace('body.inputs.', ''));
  }
}

/** A shown field keeps its value or has a fault, at least if it is required. */
async function namesOfShown({ fields, ...given }: Given): Promise<string[]> {
  const optional = await namesOf({ ...given, fields: fields.map((field) => ({ ...field, required: false })) });
  const required = await namesOf({ ...given, fields: fields.map((field) => ({ ...field, required: true })) });
  return fields.map(({ name }) => name).filter((name) => optional.includes(name) || required.includes(name));
}

test.each(shownFieldsCases)('shows the right fields: $title', async (given) => {
  expect(await namesOfShown(given)).toEqual(given.shown);
  const sent = Object.fromEntries(Object.entries(given.inputs).filter(([name]) => given.shown.includes(name)));
  expect(await namesOfShown({ ...given, inputs: sent })).toEqual(given.shown);
});

test('a number in a text keeps all of its digits, or is refused', async () => {
  const fields: FormField[] = [{ name: 'count', label: 'Count', type: 'number', required: false }];
  const check = async (count: unknown) =>
    checkInputs(server.platform, 'ws_1', fields, { inputs: { count }, message: '', urls: [] });
  expect(await check(' 9007199254740991 ')).toEqual({ count: 9_007_199_254_740_991 });
  expect(await check('1e21')).toEqual({ count: 1e21 });
  const refused = await check('12345678901234567890').catch((error: unknown) => error);
  expect(refused).toMatchObject({ details: { fields: [{ path: 'body.inputs.count', code: 'invalid_number' }] } });
});
