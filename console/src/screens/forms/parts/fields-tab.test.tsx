import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { TargetFields } from './target-fields.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const saved = {
  title: 'Berths',
  cover: null,
  input_label: null,
  input_placeholder: null,
  fields: [
    { name: 'kind', label: 'Kind', type: 'text', required: false },
    { name: 'field_2', label: 'Address', type: 'text', required: false, show_if: '$exists(inputs.kind)' },
  ],
  input_mapping: { what: '{{ kind & " kind" }}', to: '{{ field_2 }}', all: '{{ files.kind }}' },
};

test('the templates for the workflow follow the new names of questions', async () => {
  const save = vi.fn(async (changes: object) => ({ ...saved, ...changes }));
  renderInConsole(
    <SavedForm saved={saved} save={save}>
      <FieldsTab />
    </SavedForm>,
  );
  const card = (name: string) => within(screen.getByRole('group', { name }));
  const type = card('Address').getByLabelText<HTMLSelectElement>('Type');
  type.value = 'email';
  type.dispatchEvent(new Event('change', { bubbles: true }));
  await waitFor(() =>
    expect(card('Address').getByLabelText<HTMLInputElement>('Name for workflows').value).toBe('email'),
  );
  const name = card('Kind').getByLabelText('Name for workflows');
  name.focus();
  for (const value of ['', 'field_2', 'sort']) fireEvent.input(name, { target: { value } });
  await card('Address').findByText(/no question has this name/);
  name.blur();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]).toMatchObject([
    {
      fields: [{ name: 'sort' }, { name: 'email', format: 'email' }],
      input_mapping: { what: '{{ sort & " kind" }}', to: '{{ email }}' },
    },
  ]);
});

/** Gives the question that is called `from` the name `to`, and returns what is saved. */
async function rename(form: object, label: string, to: string) {
  const save = vi.fn(async (changes: object) => ({ ...form, ...changes }));
  renderInConsole(
    <SavedForm saved={{ ...form }} save={save}>
      <FieldsTab />
      <TargetFields />
    </SavedForm>,
  );
  // The console knows the inputs of the workflow.
  if ('workflow_id' in form) await screen.findByRole('option', { name: 'Plan' });
  const group = within(screen.getByRole('group', { name: label }));
  const name = group.getByLabelText<HTMLInputElement>('Name for workflows');
  name.focus();
  fireEvent.input(name, { target: { value: to } });
  await screen.findByDisplayValue(to);
  name.blur();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  return save.mock.calls[0]?.[0];
}

const declaring = (...names: string[]) => ({
  'GET /api/v1/workflows': {
    data: [
      {
        id: 'wf_1',
        name: 'Plan',
        input_schema: { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
      },
    ],
  },
});

const planned = { ...saved, target_type: 'workflow', workflow_id: 'wf_1', input_mapping: {} };

test('the input of the workflow that a question filled by its name still gets its answer', async () => {
  startApiDouble(declaring('kind', 'other'));
  expect(await rename(planned, 'Kind', 'and')).toMatchObject({ input_mapping: { kind: '{{ `and` }}' } });
});

test('several choices that a text of the workflow got by their name are still one per line', async () => {
  startApiDouble(declaring('kind'));
  const [kind, ...rest] = saved.fields;
  const fields = [{ ...kind, type: 'multiselect', options: ['Boat', 'Car'] }, ...rest];
  expect(await rename({ ...planned, fields }, 'Kind', 'sort')).toMatchObject({
    input_mapping: { kind: '{{ $join(sort, "\\n") }}' },
  });
});

test('nothing is added for an input with the new name, or one that has a template', async () => {
  startApiDouble(declaring('kind', 'sort'));
  expect(await rename(planned, 'Kind', 'sort')).not.toHaveProperty('input_mapping');
  cleanup();
  startApiDouble(declaring('kind'));
  const mapped = { ...planned, input_mapping: { kind: '{{ urls }}' } };
  expect(await rename(mapped, 'Kind', 'sort')).not.toHaveProperty('input_mapping');
});

test('the first labels of a new question, of which the workflow received nothing, add no template', async () => {
  startApiDouble(declaring('name'));
  const save = vi.fn(async (changes: object) => ({ ...planned, ...changes }));
  renderInConsole(
    <SavedForm saved={{ ...planned }} save={save}>
      <FieldsTab />
      <TargetFields />
    </SavedForm>,
  );
  await screen.findByRole('option', { name: 'Plan' });
  fireEvent.click(screen.getByRole('button', { name: 'Add question' }));
  await screen.findByRole('group', { name: 'New question' });
  for (const [text, name] of [
    ['Name', 'name'],
    ['Name of the boat', 'name_of_the_boat'],
  ] as const) {
    const label = screen.getAllByLabelText<HTMLInputElement>('Label').at(-1);
    label?.focus();
    if (label !== undefined) fireEvent.input(label, { target: { value: text } });
    await screen.findByRole('group', { name: text });
    label?.blur();
    await screen.findByDisplayValue(name);
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]?.[0]).not.toHaveProperty('input_mapping');
});

test('templates follow a question called `message`, unless that is the large field', async () => {
  startApiDouble({});
  const [kind, ...rest] = saved.fields;
  const form = {
    ...saved,
    fields: [{ ...kind, name: 'message' }, ...rest],
    input_mapping: { what: '{{ message }}' },
  };
  expect(await rename(form, 'Kind', 'text')).toMatchObject({ input_mapping: { what: '{{ text }}' } });
  cleanup();
  const withLarge = { ...form, input_label: 'Your message' };
  expect(await rename(withLarge, 'Kind', 'text')).not.toHaveProperty('input_mapping');
});
