import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import type { Values } from '../../../form/changes.ts';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { HoursField } from './hours-field.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const friday = { day: 5, from: '20:00', to: '24:00' };

function open(save: (changes: Values) => Promise<Values>, intervals = [friday]) {
  startApiDouble({});
  renderInConsole(
    <SavedForm saved={{ business_hours: { intervals, dates_off: [] } }} save={save}>
      <HoursField />
    </SavedForm>,
    ownerMe,
  );
}
const time = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.input(time(name), { target: { value } });

test('hours may end at midnight, which a time field has as 00:00', async () => {
  const saved = vi.fn(async (changes: Values) => Promise.resolve(changes));
  open(saved);
  expect(time('Friday: to').value).toBe('00:00');
  expect(time('Friday: to').hasAttribute('aria-invalid')).toBe(false);
  type('Friday: to', '22:00');
  await waitFor(() => expect(time('Friday: to').value).toBe('22:00'));
  type('Friday: to', '00:00');
  type('Friday: from', '00:00');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(saved.mock.calls[0]?.[0]).toEqual({
    business_hours: { intervals: [{ day: 5, from: '00:00', to: '24:00' }] },
  });
});

test('hours that are added follow those of the day, and an overlap is pointed out', async () => {
  open(async (changes) => Promise.resolve(changes), [{ day: 5, from: '09:00', to: '12:30' }]);
  const add = (day: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Add hours.*${day}`) }));
  const fieldsOf = (day: string) => screen.queryAllByLabelText<HTMLInputElement>(new RegExp(`^${day}: `));
  const timesOf = (day: string) => fieldsOf(day).map(({ value }) => value);
  add('Friday');
  await waitFor(() => expect(timesOf('Friday')).toEqual(['09:00', '12:30', '13:30', '17:00']));
  add('Friday');
  await waitFor(() => expect(timesOf('Friday').slice(4)).toEqual(['18:00', '19:00']));
  expect(screen.queryByText(/^Overlaps/)).toBeNull();
  const [, , second] = fieldsOf('Friday');
  if (second === undefined) throw new Error('no second hours');
  fireEvent.input(second, { target: { value: '12:00' } });
  expect(await screen.findByText('Overlaps with 09:00–12:30')).toBeTruthy();
  add('Monday');
  await waitFor(() => expect(timesOf('Monday')).toEqual(['09:00', '17:00']));
});

test('hours that end before they begin are explained beside them', async () => {
  const fields = [{ path: 'business_hours.intervals.0.to', code: 'invalid', message: 'must be after `from`' }];
  open(async () => Promise.reject(new ApiError({ status: 400, code: 'validation_error', message: '', fields })));
  type('Friday: to', '19:00');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^The end must be after the beginning/)).toBeTruthy();
  expect(time('Friday: to').getAttribute('aria-invalid')).toBe('true');
});
