import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { EventsField } from './events-field.tsx';

afterEach(cleanup);

function open(types: readonly string[]) {
  const saved = { event_types: types };
  const save = vi.fn(async (changes: object) => ({ ...saved, ...changes }));
  renderInConsole(
    <SavedForm saved={saved} save={save}>
      <EventsField name="event_types" />
    </SavedForm>,
  );
  return save;
}
const all = () => screen.getByRole<HTMLInputElement>('switch', { name: 'All events' });
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const checked = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true }).map(({ name, value }) => [name, value]);
const saveIt = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save' }));

test('events are chosen from a checklist by resource', async () => {
  const save = open(['form.submitted', 'message.created']);
  expect(all().checked).toBe(false);
  expect(checked()).toEqual([
    ['event_types', 'message.created'],
    ['event_types', 'form.submitted'],
  ]);
  const forms = within(screen.getByRole('group', { name: 'Forms' }));
  expect(forms.getAllByRole('checkbox')).toHaveLength(3);
  fireEvent.click(box('form.failed'));
  fireEvent.click(box('message.created'));
  await saveIt();
  await waitFor(() => expect(save).toHaveBeenCalledWith({ event_types: ['form.submitted', 'form.failed'] }));
});

test('all events are one switch; without it, those chosen before are there again', async () => {
  const save = open(['form.failed']);
  fireEvent.click(all());
  expect(screen.queryByRole('checkbox')).toBeNull();
  fireEvent.click(all());
  expect(checked()).toEqual([['event_types', 'form.failed']]);
  fireEvent.click(all());
  await saveIt();
  await waitFor(() => expect(save).toHaveBeenCalledWith({ event_types: ['*'] }));
});
