import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { FieldsTab } from './fields-tab.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
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
