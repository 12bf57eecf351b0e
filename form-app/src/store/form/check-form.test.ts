import type { FormSubmission, PublicForm } from '@portico/shared-types/api/public-forms';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { expect, test } from 'vitest';
import { createTexts } from '../../text/texts.ts';
import { createFormClient } from '../../transport/form-client.ts';
import { openDrawer } from '../storage.ts';
import { exampleForm } from './example-form.ts';
import { createFormStore } from './form-store.ts';

/** The state of a form that the server would accept. */
function open(form: PublicForm) {
  const store = createFormStore({
    form,
    client: { ...createFormClient(form.slug), submit: async () => ({ id: 'sub_1' }) as FormSubmission },
    texts: createTexts('en', en),
    drafts: openDrawer('local', 'check:'),
    upload: async () => ({ fileRef: 'ref', downloadUrl: null }),
    announce: () => undefined,
    onSubmitted: () => undefined,
    onChanged: () => undefined,
    onError: () => undefined,
  });
  return store.getState;
}

const [topic] = exampleForm.fields;
const fieldsOf = (state: ReturnType<typeof open>) => state().problems.map(({ field }) => field);

test('the errors are in the order of the page, where boxes at the end of the list come last', async () => {
  const agree = { name: 'agree', label: 'I agree', type: 'checkbox', required: true } as const;
  const state = open({ ...exampleForm, fields: topic === undefined ? [] : [topic, agree] });
  state().setUrlText('no address');
  await state().submit();
  expect(fieldsOf(state)).toEqual(['inputs.topic', 'urls', 'inputs.agree']);
});

test('a field that is hidden takes its error with it', async () => {
  const state = open(exampleForm);
  state().setInput('topic', 'Cats');
  state().setInput('tone', 'warm');
  await expect.poll(() => state().hidden.size).toBe(0);
  await state().submit();
  expect(fieldsOf(state)).toEqual(['inputs.secret']);
  state().setInput('tone', 'cold, but fair');
  await expect.poll(() => state().hidden.size).toBe(1);
  expect(fieldsOf(state)).toEqual([]);
});

test('an empty form whose first field is hidden has its error at the first one that is shown', async () => {
  const fields: PublicForm['fields'] = [
    { name: 'gone', label: 'Gone', type: 'text', required: false, showIf: 'message = "x"' },
    { name: 'note', label: 'Note', type: 'text', required: false },
  ];
  const state = open({ ...exampleForm, inputLabel: null, fields });
  await expect.poll(() => state().hidden.size).toBe(1);
  await state().submit();
  expect(state().problems).toEqual([{ field: 'inputs.note', notice: { key: 'somethingNeeded' } }]);
});

test('characters that nobody can see are not an answer', async () => {
  const invisible = '\u200B \u2060\u00AD\uFEFF';
  const asked = open({ ...exampleForm, fields: topic === undefined ? [] : [topic] });
  asked().setInput('topic', invisible);
  await asked().submit();
  expect(asked().problems).toEqual([{ field: 'inputs.topic', notice: { key: 'fieldRequired' } }]);

  const plain = open({ ...exampleForm, fields: [] });
  plain().setMessage(invisible);
  await plain().submit();
  expect(plain().problems).toEqual([{ field: 'message', notice: { key: 'somethingNeeded' } }]);
});

test('an e-mail address is checked before it is sent', async () => {
  const email = { name: 'email', label: 'E-mail', type: 'text', format: 'email', required: false } as const;
  const state = open({ ...exampleForm, fields: [email] });
  state().setMessage('Hi');
  state().setInput('email', 'ada@harbour');
  await state().submit();
  expect(state().problems).toEqual([{ field: 'inputs.email', notice: { key: 'emailInvalid' } }]);
  state().setInput('email', ' Ada@Example.com ');
  await state().submit();
  expect(fieldsOf(state)).toEqual([]);
});

test('a year of two digits, which some browsers take for a year of the first century, is refused with the reason', async () => {
  const due = { name: 'due', label: 'Due', type: 'date', required: false } as const;
  const state = open({ ...exampleForm, fields: [due] });
  state().setMessage('Hi');
  state().setInput('due', '0024-05-14');
  await state().submit();
  expect(state().problems).toEqual([{ field: 'inputs.due', notice: { key: 'yearInvalid' } }]);
  state().setInput('due', '2024-05-14');
  await state().submit();
  expect(fieldsOf(state)).toEqual([]);
});

test('a number with more digits than it would be stored with is an error', async () => {
  const amount = { name: 'amount', label: 'Tracking number', type: 'number', required: false } as const;
  const state = open({ ...exampleForm, fields: [amount] });
  for (const text of ['12345678901234567890', '-9007199254740993']) {
    state().setInput('amount', text);
    await state().submit();
    expect(state().problems).toEqual([{ field: 'inputs.amount', notice: { key: 'numberTooLong' } }]);
  }
  for (const text of ['9007199254740991', '000000000000000000012', '6.02214076e23', '0.12345678901234567890']) {
    state().setInput('amount', text);
    await state().submit();
    expect(state().problems).toEqual([]);
  }
});
