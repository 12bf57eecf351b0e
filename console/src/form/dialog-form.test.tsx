import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DialogForm } from './dialog-form.tsx';
import { TextField } from './fields.tsx';

const onClose = vi.fn();
const onSubmit = vi.fn(async () => {});

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function open(): void {
  render(
    <DialogForm title="Write text" action="Add text" defaults={{ text: '' }} onClose={onClose} onSubmit={onSubmit}>
      <TextField name="text" label="Text" />
    </DialogForm>,
  );
}

const type = (value: string) => fireEvent.input(screen.getByLabelText('Text'), { target: { value } });
const valueOf = () => screen.getByLabelText<HTMLInputElement>('Text').value;

test('the input of a dialog survives Esc and a reload', async () => {
  open();
  type('A long text');
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  cleanup();
  open();
  await waitFor(() => expect(valueOf()).toBe('A long text'));
});

test('the input is forgotten when the dialog is cancelled, and when its action has succeeded', async () => {
  open();
  type('A long text');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  open();
  expect(valueOf()).toBe('');
  type('Another text');
  fireEvent.click(screen.getByRole('button', { name: 'Add text' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ text: 'Another text' }));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  cleanup();
  open();
  expect(valueOf()).toBe('');
});
