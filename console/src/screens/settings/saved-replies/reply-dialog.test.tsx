import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { useCleanBrowser } from '../../../test/clean-browser.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ReplyDialog } from './reply-dialog.tsx';

useCleanBrowser();

const reply = { id: 'svr_1', name: 'Hours', shortcut: 'hours', content: 'From 9 to 5.' };
const path = '/api/v1/saved-replies/svr_1';
const onClose = vi.fn();

function start() {
  onClose.mockClear();
  const api = startApiDouble({ [`GET ${path}`]: { data: reply }, [`PATCH ${path}`]: { data: reply } });
  renderInConsole(<ReplyDialog id="svr_1" onClose={onClose} />);
  return api;
}

const change = async (label: string, value: string) =>
  fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const patches = ({ sent }: ReturnType<typeof start>) =>
  sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

test('a saved reply keeps what somebody else has changed in it meanwhile', async () => {
  const api = start();
  await change('Text', 'From 9 to 6.');
  api.answer(`GET ${path}`, { data: { ...reply, name: 'Opening hours' } });
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(patches(api)).toEqual([{ content: 'From 9 to 6.' }]);
});

test('what both have changed in a saved reply is only replaced after a warning', async () => {
  const api = start();
  await change('Text', 'From 9 to 6.');
  api.answer(`GET ${path}`, { data: { ...reply, name: 'Opening hours', content: 'From 8 to 5.' } });
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Also changed by somebody else');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Opening hours');
  expect(patches(api)).toEqual([]);
  press('Save anyway');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(patches(api)).toEqual([{ content: 'From 9 to 6.' }]);
});

test('nothing is sent if nothing was changed', async () => {
  const api = start();
  await screen.findByLabelText('Text');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(patches(api)).toEqual([]);
});

test('a link to a deleted reply says so', async () => {
  onClose.mockClear();
  const api = startApiDouble({});
  renderInConsole(<ReplyDialog id="svr_1" onClose={onClose} />);
  expect(await screen.findByRole('heading', { name: 'There is nothing here' })).toBeTruthy();
  expect(api.sent).toHaveLength(1);
  for (const close of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('link', { name: 'Go to Home' })).toBeNull();
});

test('a reply of the list opens while the server is slow', async () => {
  startApiDouble({ [`GET ${path}`]: async () => new Promise(() => {}) });
  renderInConsole(<ReplyDialog id="svr_1" listed={{ ...reply, created_at: '', updated_at: '' }} onClose={onClose} />);
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text')).value).toBe('From 9 to 5.');
});

test('a reply of the list that somebody has deleted says so at once, and keeps what was typed', async () => {
  const reading = Promise.withResolvers<object>();
  startApiDouble({ [`GET ${path}`]: async () => reading.promise });
  const listed = { ...reply, created_at: '', updated_at: '' };
  const { rerender } = renderInConsole(<ReplyDialog id="svr_1" listed={listed} onClose={onClose} />);
  await change('Text', 'From 9 to 6.');
  // The list has been read again.
  rerender(<ReplyDialog id="svr_1" onClose={onClose} />);
  reading.resolve({ status: 404, code: 'resource_not_found' });
  expect((await screen.findByRole('alert')).textContent).toBe('It does not exist, or was deleted.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('From 9 to 6.');
});

test('what was typed in a saved reply survives Esc and a reload, with what somebody else has changed since', async () => {
  const api = start();
  await screen.findByLabelText('Text');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  await change('Text', 'From 9 to 6.');
  expect(await screen.findByText('Unsaved changes')).toBeTruthy();
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  cleanup();
  const renamed = { ...reply, name: 'Opening hours' };
  startApiDouble({ [`GET ${path}`]: { data: renamed } });
  renderInConsole(<ReplyDialog id="svr_1" onClose={onClose} />);
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text')).value).toBe('From 9 to 6.');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Opening hours');
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  press('Cancel');
  cleanup();
  renderInConsole(<ReplyDialog id="svr_1" onClose={onClose} />);
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text')).value).toBe('From 9 to 5.');
  expect(patches(api)).toEqual([]);
});

test('what somebody else has changed while the dialog was closed is only replaced after a warning', async () => {
  start();
  await change('Text', 'From 9 to 6.');
  cleanup();
  const changed = { ...reply, content: 'From 8 to 5.' };
  const api = startApiDouble({ [`GET ${path}`]: { data: changed }, [`PATCH ${path}`]: { data: changed } });
  renderInConsole(<ReplyDialog id="svr_1" onClose={onClose} />);
  await screen.findByLabelText('Text');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Also changed by somebody else');
  press('Save anyway');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(patches(api)).toEqual([{ content: 'From 9 to 6.' }]);
});
