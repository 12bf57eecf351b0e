import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import type { Values } from './changes.ts';
import { SavedForm } from '../test/saved-form.tsx';
import { ListField } from './list-field.tsx';

afterEach(cleanup);

const one = ['one'] as const;

function Settings({ save, saved = one }: { save: (changes: Values) => Promise<Values>; saved?: readonly string[] }) {
  return (
    <SavedForm saved={{ questions: saved }} save={save}>
      <ListField name="questions" label="Questions" />
    </SavedForm>
  );
}

const row = (at: number) => screen.getByLabelText<HTMLInputElement>(`Questions ${at}`);
const type = (at: number, value: string) => fireEvent.input(row(at), { target: { value } });
const values = () => screen.getAllByLabelText<HTMLInputElement>(/^Questions \d$/).map(({ value }) => value);

test('an added row has the focus, and does not count as a change until something is written in it', async () => {
  const save = vi.fn(async (changes: Values) => changes);
  renderInConsole(<Settings save={save} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(document.activeElement).toBe(row(2)));
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  type(2, 'three');
  await screen.findByText('Unsaved changes');
  // Enter adds a row below this one, not at the end.
  fireEvent.keyDown(row(1), { key: 'Enter' });
  await waitFor(() => expect(document.activeElement).toBe(row(2)));
  expect(values()).toEqual(['one', '', 'three']);
  type(2, 'two');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save.mock.calls).toEqual([[{ questions: ['one', 'two', 'three'] }]]));
});

test('after a row is removed, the one at its place has the focus; discarding restores the saved rows', async () => {
  renderInConsole(<Settings save={async (changes) => changes} saved={['one', 'two', 'three']} />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove two' }));
  await waitFor(() => expect(document.activeElement).toBe(row(2)));
  expect(values()).toEqual(['one', 'three']);
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(values()).toEqual(['one', 'two', 'three']));
});

test('the error of a row is shown at it, although an empty row before it is not sent', async () => {
  const fields = [{ path: 'questions.1', code: 'too_long', message: 'must have at most 200 characters' }];
  const refusal = new ApiError({ status: 400, code: 'validation_error', message: 'refused', fields });
  renderInConsole(<Settings save={vi.fn<() => Promise<Values>>().mockRejectedValue(refusal)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => row(2));
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => row(3));
  type(3, 'x'.repeat(201));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  const fault = await screen.findByText('Use at most 200 characters.');
  expect(fault.parentElement?.contains(row(3))).toBe(true);
});

test('the error of the list itself is shown below its rows', async () => {
  const fields = [{ path: 'questions', code: 'other', message: 'has too many questions' }];
  const refusal = new ApiError({ status: 400, code: 'validation_error', message: 'refused', fields });
  renderInConsole(<Settings save={vi.fn<() => Promise<Values>>().mockRejectedValue(refusal)} />);
  type(1, 'two');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  const fault = await screen.findByText('This has too many questions.');
  expect(fault.parentElement?.contains(row(1))).toBe(true);
});
