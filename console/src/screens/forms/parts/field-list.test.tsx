import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { FieldList } from './field-list.tsx';

afterEach(cleanup);

const fields = [
  { name: 'basin', label: 'Basin', type: 'select', required: false, options: ['North', 'South'] },
  { name: 'boat', label: 'Boat', type: 'text', required: false },
];

function open(saved: object[] = fields, save = vi.fn(async (changes: object) => ({ fields: saved, ...changes }))) {
  renderInConsole(
    <SavedForm saved={{ fields: saved }} save={save}>
      <FieldList name="fields" hasConditions hasFormats />
    </SavedForm>,
  );
  return save;
}

const card = (name: string) => within(screen.getByRole('group', { name }));

test('the settings of a question stay open while its refused name is corrected', async () => {
  const fault = { path: 'fields.1.name', code: 'other', message: 'is the name of another field' };
  const error = new ApiError({ status: 400, code: 'validation_error', message: 'Wrong.', fields: [fault] });
  open(fields, vi.fn().mockRejectedValue(error));
  const name = card('Boat').getByLabelText<HTMLInputElement>('Name for workflows');
  fireEvent.input(name, { target: { value: 'basin' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await card('Boat').findByText('This is the name of another field.');
  await waitFor(() => expect(name.closest('details')?.open).toBe(true));
  fireEvent.input(name, { target: { value: 'basin_' } });
  await waitFor(() => expect(card('Boat').queryByText('This is the name of another field.')).toBeNull());
  expect(name.closest('details')?.open).toBe(true);
});

test('a question says if its condition uses one that was removed or renamed', async () => {
  open([{ ...fields[0] }, { ...fields[1], show_if: 'inputs.basin = "inputs.north"' }]);
  const warning = 'The condition of this question uses basin, but no question has this name.';
  expect(screen.queryByText(warning)).toBeNull();
  fireEvent.input(card('Basin').getByLabelText('Name for workflows'), { target: { value: 'dock' } });
  await card('Boat').findByText(warning);
  const question = card('Boat').getByLabelText<HTMLSelectElement>('Condition 1: question');
  question.value = 'dock';
  question.dispatchEvent(new Event('change', { bubbles: true }));
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  fireEvent.click(card('Basin').getByRole('button', { name: /Remove/ }));
  await card('Boat').findByText(warning.replace('basin', 'dock'));
});

test('a condition follows the new name of a question once it is typed', async () => {
  const save = open([{ ...fields[0] }, { ...fields[1], show_if: 'inputs.basin = "inputs.basin"' }]);
  const name = card('Basin').getByLabelText('Name for workflows');
  name.focus();
  for (const value of ['', 'boat', 'boat_basin']) fireEvent.input(name, { target: { value } });
  await card('Boat').findByText(/no question has this name/);
  name.blur();
  await waitFor(() => expect(screen.queryByText(/no question has this name/)).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([{ fields: [{}, { show_if: 'inputs.boat_basin = "inputs.basin"' }] }]);
});

test('conditions follow the new text of a choice once it is typed', async () => {
  const conditions = ['inputs.basin = "North" or inputs.basin = "South"', '$lowercase(inputs.basin) = "North"'];
  const rest = conditions.map((condition, at) => ({ ...fields[1], name: `boat_${at}`, show_if: condition }));
  const save = open([{ ...fields[0] }, ...rest]);
  const choices = card('Basin').getByLabelText('Choices');
  choices.focus();
  for (const value of ['South', 'Northern\nSouth']) fireEvent.input(choices, { target: { value } });
  await screen.findByText('“North” is not one of the choices.');
  choices.blur();
  await waitFor(() => expect(screen.queryByText('“North” is not one of the choices.')).toBeNull());
  choices.focus();
  fireEvent.input(choices, { target: { value: 'South\nNorthern' } });
  choices.blur();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([
    { fields: [{}, { show_if: 'inputs.basin = "Northern" or inputs.basin = "South"' }, { show_if: conditions[1] }] },
  ]);
});

test('a condition follows the new text of a choice that is saved with the keyboard, without leaving it', async () => {
  const save = open([{ ...fields[0] }, { ...fields[1], show_if: 'inputs.basin = "North"' }]);
  const choices = card('Basin').getByLabelText<HTMLTextAreaElement>('Choices');
  choices.focus();
  fireEvent.input(choices, { target: { value: 'Northern\nSouth' } });
  await screen.findByText('“North” is not one of the choices.');
  fireEvent.keyDown(choices, { key: 's', ctrlKey: true });
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([{ fields: [{}, { show_if: 'inputs.basin = "Northern"' }] }]);
  expect(document.activeElement).toBe(choices);
});

test('the open settings of a question stay its own when it is moved, renamed or removed', async () => {
  open([...fields, { ...fields[1], name: 'berth', label: 'Berth' }]);
  const opened = () =>
    screen
      .getAllByRole('group')
      .filter((each) => each.querySelector('details')?.open)
      .map((each) => each.getAttribute('aria-label'));
  const details = screen.getByRole('group', { name: 'Boat' }).querySelector('details');
  if (details !== null) details.open = true;
  fireEvent.click(card('Boat').getByRole('button', { name: 'Move Boat up' }));
  const order = () => screen.getAllByLabelText<HTMLInputElement>('Label').map(({ value }) => value);
  await waitFor(() => expect(order()).toEqual(['Boat', 'Basin', 'Berth']));
  expect(opened()).toEqual(['Boat']);
  fireEvent.input(card('Boat').getByLabelText('Name for workflows'), { target: { value: 'ship' } });
  await screen.findByDisplayValue('ship');
  fireEvent.click(card('Basin').getByRole('button', { name: 'Remove Basin' }));
  await waitFor(() => expect(order()).toEqual(['Boat', 'Berth']));
  expect(opened()).toEqual(['Boat']);
  fireEvent.click(card('Boat').getByRole('button', { name: 'Remove Boat' }));
  await waitFor(() => expect(order()).toEqual(['Berth']));
  expect(opened()).toEqual([]);
});

test('the choices of a question come back if its type is changed back', async () => {
  open();
  const change = (value: string) => {
    const type = card('Basin').getByLabelText<HTMLSelectElement>('Type');
    type.value = value;
    // With preact/compat, fireEvent.change would send an input event.
    type.dispatchEvent(new Event('change', { bubbles: true }));
  };
  change('date');
  await waitFor(() => expect(card('Basin').queryByLabelText('Choices')).toBeNull());
  change('multiselect');
  expect((await card('Basin').findByLabelText<HTMLTextAreaElement>('Choices')).value).toBe('North\nSouth');
});

test('a question can ask for an e-mail address, which is then its name', async () => {
  const save = open([{ ...fields[1], name: 'field_1' }]);
  const type = card('Boat').getByLabelText<HTMLSelectElement>('Type');
  const change = (value: string) => {
    type.value = value;
    type.dispatchEvent(new Event('change', { bubbles: true }));
  };
  change('email');
  await waitFor(() => expect(card('Boat').getByLabelText<HTMLInputElement>('Name for workflows').value).toBe('email'));
  expect(type.value).toBe('email');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([{ fields: [{ type: 'text', format: 'email', name: 'email' }] }]);
  change('textarea');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.calls[1]?.[0]).toEqual({
    fields: [{ name: 'email', label: 'Boat', type: 'textarea', required: false }],
  });
});

test('a new question is named by its label, until it is saved or somebody names it', async () => {
  const save = open([{ ...fields[1], show_if: 'inputs.field_2 = "x"' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Add question' }));
  await screen.findByRole('group', { name: 'New question' });
  const write = (text: string) => {
    const label = screen.getAllByLabelText<HTMLInputElement>('Label').at(-1);
    label?.focus();
    if (label !== undefined) fireEvent.input(label, { target: { value: text } });
    label?.blur();
  };
  const name = () => screen.getAllByLabelText<HTMLInputElement>('Name for workflows').at(-1)?.value;
  write('Boat');
  await waitFor(() => expect(name()).toBe('field_2'));
  write('Phone');
  await waitFor(() => expect(name()).toBe('phone'));
  write('Phone number');
  await waitFor(() => expect(name()).toBe('phone_number'));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([
    { fields: [{ name: 'boat', show_if: 'inputs.phone_number = "x"' }, { name: 'phone_number' }] },
  ]);
  write('Telephone');
  await screen.findByRole('group', { name: 'Telephone' });
  expect(name()).toBe('phone_number');
});

test('a new question for an e-mail address is called `email`, with any label', async () => {
  open([]);
  fireEvent.click(screen.getByRole('button', { name: 'Add question' }));
  const label = await screen.findByLabelText('Label');
  label.focus();
  fireEvent.input(label, { target: { value: 'Where can we write to you?' } });
  label.blur();
  const name = screen.getByLabelText<HTMLInputElement>('Name for workflows');
  await waitFor(() => expect(name.value).toBe('where_can_we_write_to_you'));
  const type = screen.getByLabelText<HTMLSelectElement>('Type');
  type.value = 'email';
  type.dispatchEvent(new Event('change', { bubbles: true }));
  await waitFor(() => expect(name.value).toBe('email'));
});

test('a question that was removed comes back at its place', async () => {
  const save = open();
  fireEvent.click(card('Basin').getByRole('button', { name: 'Remove Basin' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Basin' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('“Basin” was removed.'));
  const undo = screen.getByRole('button', { name: 'Undo' });
  // At the place of the question.
  expect(undo.compareDocumentPosition(screen.getByRole('group', { name: 'Boat' }))).toBe(4);
  fireEvent.click(undo);
  const label = await card('Basin').findByLabelText<HTMLInputElement>('Label');
  await waitFor(() => expect(document.activeElement).toBe(label));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.getAllByLabelText<HTMLInputElement>('Label').map(({ value }) => value)).toEqual(['Basin', 'Boat']);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(save).not.toHaveBeenCalled();
});

test('questions that were removed come back one after the other, the last one first', async () => {
  open();
  const labels = () => screen.queryAllByLabelText<HTMLInputElement>('Label').map(({ value }) => value);
  fireEvent.click(card('Basin').getByRole('button', { name: 'Remove Basin' }));
  await screen.findByText('“Basin” was removed.', { selector: 'span' });
  fireEvent.click(card('Boat').getByRole('button', { name: 'Remove Boat' }));
  await screen.findByText('“Boat” was removed.', { selector: 'span' });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('“Basin” was removed.', { selector: 'span' });
  expect(labels()).toEqual(['Boat']);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(labels()).toEqual(['Basin', 'Boat']));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a question that came back by discarding the changes is not removed when it gets another name', async () => {
  open();
  fireEvent.click(card('Basin').getByRole('button', { name: 'Remove Basin' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  const back = await screen.findByRole('group', { name: 'Basin' });
  fireEvent.input(within(back).getByLabelText('Name for workflows'), { target: { value: 'harbour' } });
  await screen.findByDisplayValue('harbour');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('choices are saved once each, without the spaces around them', async () => {
  const save = open();
  const choices = card('Basin').getByLabelText<HTMLTextAreaElement>('Choices');
  fireEvent.input(choices, { target: { value: ' North\nEast \n\nNorth\n' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([{ fields: [{ options: ['North', 'East'] }, {}] }]);
});
