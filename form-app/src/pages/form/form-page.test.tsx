import type { FormSubmission, PublicForm } from '@portico/shared-types/api/public-forms';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { texts as de } from '@portico/shared-types/languages/de/form';
import { texts as en } from '@portico/shared-types/languages/en/form';
import { exampleForm } from '../../store/form/example-form.ts';
import { createFormStore } from '../../store/form/form-store.ts';
import { openDrawer } from '../../store/storage.ts';
import { createTexts } from '../../text/texts.ts';
import { TextsContext } from '../../text/texts-context.ts';
import { createFormClient, type FormClient } from '../../transport/form-client.ts';
import { FormPage } from './form-page.tsx';

function show(form: PublicForm, texts = createTexts('en', en)) {
  const submit = vi.fn<FormClient['submit']>(async () => ({ id: 'sub_1' }) as FormSubmission);
  const store = createFormStore({
    form,
    client: { ...createFormClient('example'), submit },
    texts,
    drafts: openDrawer('session', 'page:'),
    upload: async () => ({ fileRef: 'ref', downloadUrl: null }),
    announce: () => undefined,
    onSubmitted: () => undefined,
    onChanged: () => undefined,
    onError: () => undefined,
  });
  render(
    <TextsContext.Provider value={texts}>
      <FormPage form={form} store={store} isFirst onStartOver={() => undefined} />
    </TextsContext.Provider>,
  );
  return { submit, store };
}

afterEach(cleanup);

test('a failed attempt focuses a summary that links to the fields', async () => {
  show(exampleForm);
  fireEvent.click(screen.getByRole('button', { name: /Send it/ }));
  const summary = await screen.findByRole('group', { name: 'One thing needs your attention' });
  await expect.poll(() => document.activeElement).toBe(summary);
  const field = screen.getByRole('textbox', { name: /Topic/ });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Fill in this field.',
  );
  fireEvent.click(within(summary).getByRole('link', { name: 'Topic' }));
  expect(document.activeElement).toBe(field);
  fireEvent.input(field, { target: { value: 'Cats' } });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
});

test('the summary calls the files as their field does, in the visitor’s language', async () => {
  show(
    { ...exampleForm, fields: [], fileUploadLabel: 'Upload files', allowedFileTypes: ['pdf'] },
    createTexts('de', de),
  );
  const picker = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
  if (picker === null) throw new Error('There is no file picker.');
  Object.defineProperty(picker, 'files', { value: [new File(['x'], 'a.txt')] });
  fireEvent.change(picker);
  await screen.findByText('a.txt');
  fireEvent.click(screen.getByRole('button', { name: /Send it/ }));
  const summary = await screen.findByRole('group', { name: /Aufmerksamkeit/ });
  expect(within(summary).queryByRole('link', { name: 'Dateien hochladen' })).not.toBeNull();
  expect(screen.queryByRole('group', { name: 'Dateien hochladen' })).not.toBeNull();
});

test('a field appears and disappears with its condition', async () => {
  show(exampleForm);
  expect(screen.queryByRole('textbox', { name: /Secret/ })).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Tone' }), { target: { value: 'warm' } });
  await screen.findByRole('textbox', { name: /Secret/ });
  fireEvent.change(screen.getByRole('combobox', { name: 'Tone' }), { target: { value: '' } });
  await expect.poll(() => screen.queryByRole('textbox', { name: /Secret/ })).toBeNull();
});

test('the entered values are sent', async () => {
  const { submit } = show({
    ...exampleForm,
    fields: exampleForm.fields.filter(({ name }) => name === 'topic' || name === 'parts'),
  });
  fireEvent.input(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Hello' } });
  fireEvent.input(screen.getByRole('textbox', { name: /Topic/ }), { target: { value: 'Cats' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'b' }));
  const urls = screen.getByRole('textbox', { name: 'Web addresses' });
  fireEvent.input(urls, { target: { value: 'example.com' } });
  await expect.poll(() => (urls as HTMLInputElement).value).toBe('example.com');
  fireEvent.keyDown(urls, { key: 'Enter' });
  await screen.findByRole('button', { name: 'Remove https://example.com/' });
  fireEvent.click(screen.getByRole('button', { name: /Send it/ }));
  await expect.poll(() => submit).toHaveBeenCalledOnce();
  expect(submit.mock.calls[0]).toMatchObject([
    { message: 'Hello', urls: ['https://example.com/'], inputs: { topic: 'Cats', parts: ['b'] }, files: [] },
  ]);
});

test('a password manager that submits the form sends the entered values, and does not leave the page', async () => {
  const { submit } = show({ ...exampleForm, fields: exampleForm.fields.filter(({ name }) => name === 'topic') });
  fireEvent.input(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Hello' } });
  fireEvent.input(screen.getByRole('textbox', { name: /Topic/ }), { target: { value: 'Cats' } });
  // What requestSubmit() does, without a press of the button. False: the browser doesn't send the form itself.
  expect(fireEvent.submit(screen.getByRole('form'))).toBe(false);
  await expect.poll(() => submit).toHaveBeenCalledOnce();
});

test('the browser knows what a field asks for, if its name says so', () => {
  const field = (name: string, type: 'text' | 'textarea' | 'date' | 'number', format?: 'email') => ({
    name,
    label: name,
    type,
    required: false,
    ...(format === undefined ? {} : { format }),
  });
  const fields = [
    field('name', 'text'),
    field('firstName', 'text'),
    field('friend', 'text', 'email'),
    field('phone_number', 'text'),
    field('address', 'textarea'),
    field('postal_code', 'text'),
    field('date_of_birth', 'date'),
    // What they ask for isn't certain, or can't be filled in like this.
    field('name_of_the_boat', 'text'),
    field('address_', 'text'),
    field('city', 'textarea'),
    field('phone', 'number'),
    field('day', 'date'),
  ];
  show({ ...exampleForm, fields });
  const found = fields.map(({ name }) => {
    const control = screen.getByLabelText<HTMLInputElement>(name);
    return [name, control.type, control.getAttribute('autocomplete')];
  });
  expect(found).toEqual([
    ['name', 'text', 'name'],
    ['firstName', 'text', 'given-name'],
    ['friend', 'email', 'email'],
    ['phone_number', 'tel', 'tel'],
    ['address', 'textarea', 'street-address'],
    ['postal_code', 'text', 'postal-code'],
    ['date_of_birth', 'date', 'bday'],
    ['name_of_the_boat', 'text', null],
    ['address_', 'text', null],
    ['city', 'textarea', null],
    ['phone', 'text', null],
    ['day', 'date', null],
  ]);
});

test('a form that only has fields has no message box', () => {
  show({ ...exampleForm, inputLabel: null });
  expect(screen.queryByRole('textbox', { name: en.messageLabel })).toBeNull();
});

test('a number is read as it is typed, and what is none stays as it is and is a fault', async () => {
  const fields = exampleForm.fields.filter((field) => field.label === 'Amount');
  const { submit } = show({ ...exampleForm, fields });
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  const send = () => fireEvent.click(screen.getByRole('button', { name: /Send it/ }));
  const browser = vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  for (const [typed, fault] of [
    ['12 kg', 'Enter a number.'],
    ['1,234', 'This can be read in two ways. Enter 1234 for a whole number, or 1,2340 for one with decimals.'],
  ] as const) {
    fireEvent.input(field, { target: { value: typed } });
    send();
    await screen.findByRole('group', { name: 'One thing needs your attention' });
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(fault);
    expect(field.value).toBe(typed);
  }
  browser.mockRestore();
  fireEvent.input(field, { target: { value: '1\u00a0234,50' } });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
  send();
  await expect.poll(() => submit.mock.lastCall?.[0]?.inputs).toEqual({ amount: 1234.5 });
});

test('what is not a number is still there when its field is hidden and shown again', async () => {
  const { store } = show(exampleForm);
  store.getState().setInput('amount', '?12 kg');
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('12 kg');
});

test('a number from outside is shown in the spelling of the page, and the same one is sent', async () => {
  const fields = exampleForm.fields.filter((field) => field.label === 'Amount');
  const { store, submit } = show({ ...exampleForm, fields }, createTexts('de', en));
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  store.getState().prefill({ inputs: { amount: 1.234 } });
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1,234');
  fireEvent.click(screen.getByRole('button', { name: /Send it/ }));
  await expect.poll(() => submit.mock.lastCall?.[0]?.inputs).toEqual({ amount: 1.234 });
});

test('what the browser can’t read in a date is a fault, and not left out', async () => {
  const fields = exampleForm.fields.filter((field) => field.label === 'Due');
  const { submit } = show({ ...exampleForm, fields });
  fireEvent.input(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Hello' } });
  const field = screen.getByLabelText<HTMLInputElement>('Due');
  // As in a browser: a date without its year gives an empty value and no event.
  const badInput = vi.spyOn(field.validity, 'badInput', 'get').mockReturnValue(true);
  fireEvent.blur(field);
  fireEvent.click(screen.getByRole('button', { name: /Send it/ }));
  await screen.findByRole('group', { name: 'One thing needs your attention' });
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter a date.');
  expect(submit).not.toHaveBeenCalled();

  badInput.mockRestore();
  fireEvent.input(field, { target: { value: '2026-05-04' } });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
  fireEvent.click(screen.getByRole('button', { name: /Send it/ }));
  await expect.poll(() => submit).toHaveBeenCalledOnce();
});
