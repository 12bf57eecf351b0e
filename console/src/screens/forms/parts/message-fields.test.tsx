import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { MessageFields } from './message-fields.tsx';

afterEach(cleanup);

const question = { name: 'date', label: 'Date', type: 'date', required: false };

function open(saved: object) {
  const save = vi.fn(async (changes: object) => ({ ...saved, ...changes }));
  renderInConsole(
    <SavedForm saved={{ fields: [question], input_label: null, input_placeholder: null, ...saved }} save={save}>
      <MessageFields />
    </SavedForm>,
  );
  return save;
}
const asks = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Ask for a message' });

test('a form with questions asks for a message if its field has a label or a placeholder', async () => {
  const save = open({});
  expect(asks().checked).toBe(false);
  expect(screen.queryByLabelText('Label')).toBeNull();
  fireEvent.click(asks());
  expect((await screen.findByLabelText<HTMLInputElement>('Label')).value).toBe('Message');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ input_label: 'Message' }));
});

test('a message that is not asked for has no label and no placeholder', async () => {
  const save = open({ input_placeholder: 'Anything else?' });
  expect(asks().checked).toBe(true);
  fireEvent.click(asks());
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ input_placeholder: null }));
  expect(screen.queryByLabelText('Placeholder')).toBeNull();
});

test('a form without questions always asks for a message, and says so', () => {
  open({ fields: [] });
  expect(asks()).toMatchObject({ checked: true, disabled: true });
  expect(screen.getByText(/A form without questions always asks for one/)).toBeTruthy();
  expect(screen.getByLabelText('Label')).toBeTruthy();
});
