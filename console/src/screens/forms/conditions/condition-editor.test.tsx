import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { FieldList } from '../parts/field-list.tsx';

afterEach(cleanup);

const kind = { name: 'kind', label: 'What is it?', type: 'select', required: false, options: ['boat', 'car'] };
const length = { name: 'length', label: 'Length', type: 'number', required: false };
const berth = { name: 'berth', label: 'Berth', type: 'text', required: false };

/** The form; the condition of its last question is returned after it is saved. */
function open(condition?: string, fields: object[] = [kind, length]) {
  const last = { ...berth, ...(condition === undefined ? {} : { show_if: condition }) };
  const save = vi.fn(async (changes: object) => ({ fields, ...changes }));
  renderInConsole(
    <SavedForm saved={{ fields: [...fields, last] }} save={save}>
      <FieldList name="fields" hasConditions />
    </SavedForm>,
  );
  return async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [changes] = save.mock.lastCall ?? [];
    return Object.entries(Object(changes).fields.at(-1)).find(([name]) => name === 'show_if')?.[1];
  };
}

const card = () => within(screen.getByRole('group', { name: 'Berth' }));

/** Chooses in the card of the last question. */
function pick(label: string, value: string): void {
  const select = card().getByLabelText<HTMLSelectElement>(label);
  expect([...select.options].map((option) => option.value)).toContain(value);
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}

test('a condition is chosen from lists, without its expression', async () => {
  const save = open();
  expect(card().getByLabelText<HTMLSelectElement>('Show').value).toBe('always');
  pick('Show', 'and');
  const question = await card().findByLabelText<HTMLSelectElement>('Condition 1: question');
  expect([...question.options].map((option) => option.text)).toEqual(['What is it?', 'Length']);
  pick('Condition 1: question', 'kind');
  await waitFor(() => expect(card().getByLabelText<HTMLSelectElement>('Condition 1: value').value).toBe('boat'));
  fireEvent.click(card().getByRole('button', { name: 'Add condition' }));
  const second = await card().findByLabelText('Condition 2: question');
  await waitFor(() => expect(document.activeElement).toBe(second));
  pick('Condition 2: question', 'length');
  await waitFor(() => pick('Condition 2: comparison', 'from'));
  fireEvent.input(card().getByLabelText('Condition 2: value'), { target: { value: '12' } });
  expect(await save()).toBe('inputs.kind = "boat" and inputs.length >= 12');
});

test('a value is missing once the focus has left its condition', async () => {
  open();
  pick('Show', 'and');
  const value = await card().findByLabelText('Condition 1: value');
  expect(card().queryByText('Enter a value.')).toBeNull();
  value.focus();
  value.blur();
  await card().findByText('Enter a value.');
  fireEvent.click(card().getByRole('button', { name: 'Add condition' }));
  const second = await card().findByLabelText('Condition 2: value');
  expect(value.getAttribute('aria-invalid')).toBe('true');
  expect(second.getAttribute('aria-invalid')).toBeNull();
});

test('a value that was missing when the form was saved is still missing after the next change', async () => {
  const save = open();
  pick('Show', 'and');
  await card().findByLabelText('Condition 1: value');
  await save();
  await card().findByText('Enter a value.');
  fireEvent.click(card().getByLabelText('Required'));
  await screen.findByText('Unsaved changes');
  expect(card().queryByText('Enter a value.')).not.toBeNull();
});

test('a value is missing in a condition that was saved without it', async () => {
  open('inputs.length > ""');
  expect(await card().findByText('Enter a value.')).toBeTruthy();
});

test('what isn’t a number is refused at its condition, and still there when the lists are shown again', async () => {
  const save = open('inputs.length = 12');
  const value = await card().findByLabelText<HTMLInputElement>('Condition 1: value');
  fireEvent.input(value, { target: { value: '12 m' } });
  await card().findByText('Enter a number.');
  expect(await save()).toBe('inputs.length = "?12 m"');
  expect(value.value).toBe('12 m');
  for (const text of ['-', '-5']) fireEvent.input(value, { target: { value: text } });
  await waitFor(() => expect(card().queryByText('Enter a number.')).toBeNull());
  expect(value.value).toBe('-5');
  cleanup();
  sessionStorage.clear();
  open('inputs.length = "?12 m"');
  expect(card().getByLabelText<HTMLInputElement>('Condition 1: value').value).toBe('12 m');
  expect(card().getByText('Enter a number.')).toBeTruthy();
});

test('any of two comparisons is enough, and one alone can be removed', async () => {
  const save = open('inputs.kind = "boat"');
  expect(card().getByLabelText<HTMLSelectElement>('Condition 1: value').value).toBe('boat');
  pick('Show', 'or');
  await waitFor(() => expect(card().getByLabelText<HTMLSelectElement>('Show').value).toBe('or'));
  fireEvent.click(card().getByRole('button', { name: 'Add condition' }));
  await card().findByLabelText('Condition 2: question');
  pick('Condition 2: value', 'car');
  fireEvent.click(card().getByRole('button', { name: 'Remove condition 1' }));
  await waitFor(() => expect(card().queryByLabelText('Condition 2: question')).toBeNull());
  pick('Condition 1: comparison', 'filled');
  await waitFor(() => expect(card().queryByLabelText('Condition 1: value')).toBeNull());
  expect(await save()).toBe('$exists(inputs.kind)');
});

test('other expressions are shown as they are, and come back after a look at the lists', async () => {
  const expression = '$count(inputs.kind) > 1';
  const save = open(expression);
  expect(card().getByLabelText<HTMLInputElement>('Show only if').value).toBe(expression);
  pick('Show', 'or');
  await card().findByLabelText('Condition 1: question');
  pick('Show', 'expression');
  const text = await card().findByLabelText<HTMLInputElement>('Show only if');
  await waitFor(() => expect(text.value).toBe(expression));
  fireEvent.input(text, { target: { value: 'inputs.kind = "car"' } });
  // What is typed stays a text, even if the lists could show it.
  await waitFor(() =>
    expect(card().getByLabelText<HTMLInputElement>('Show only if').value).toBe('inputs.kind = "car"'),
  );
  expect(await save()).toBe('inputs.kind = "car"');
});

test('a value that is no longer a choice is shown with the reason', async () => {
  open('inputs.kind = "raft"');
  expect(card().getByLabelText<HTMLSelectElement>('Condition 1: value').value).toBe('raft');
  const fault = card().getByText('“raft” is not one of the choices.');
  expect(card().getByLabelText('Condition 1: value').getAttribute('aria-describedby')).toBe(fault.id);
});

test('the only question of a form cannot depend on another one', () => {
  open(undefined, []);
  const options = [...card().getByLabelText<HTMLSelectElement>('Show').options].map((option) => option.value);
  expect(options).toEqual(['always', 'expression']);
});
