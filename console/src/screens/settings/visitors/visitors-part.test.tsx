import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import VisitorsPart from './visitors-part.tsx';

const exportPath = 'POST /api/v1/visitors/export';
const erasePath = 'POST /api/v1/visitors/erase';
const headers = { 'Content-Disposition': 'attachment; filename="dsr_1.zip"' };
const none = { visitors: 0, conversations: 0, submissions: 0, executions: 0, files: 0, deliveries: 0 };
let saved: Blob[];

beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  fireEvent(window, new Event('online'));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (scopes: readonly string[] = ['conversations:read', 'settings:write']) =>
  renderInConsole(<VisitorsPart />, { ...ownerMe, scopes });
const type = (value: string, label = 'E-mail address') =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const bodies = (sent: readonly { body: unknown }[]) => sent.map(({ body }) => body);
async function confirm(word: string) {
  const dialog = within(await screen.findByRole('dialog'));
  const button = dialog.getByRole('button', { name: 'Erase everything' });
  expect(button.hasAttribute('disabled')).toBe(true);
  fireEvent.input(dialog.getByLabelText(`Type “${word}” to confirm`), { target: { value: word } });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  fireEvent.click(button);
}

test('a person’s archive is requested once and saved whole', async () => {
  const { sent } = startApiDouble({ [exportPath]: { file: 'PK archive', headers } });
  open();
  press('Download archive');
  await screen.findByText('Enter an identifier.');
  type('  kim@example.com ');
  press('Download archive');
  await waitFor(() => press('Download archive'));
  await screen.findByText(/^Saved as dsr_1\.zip/);
  expect(bodies(sent)).toEqual([{ email: 'kim@example.com' }]);
  expect(await saved[0]?.text()).toBe('PK archive');
  // The result belongs to that person only.
  type('lee@example.com');
  await waitFor(() => expect(screen.queryByText(/^Saved as/)).toBeNull());
});

test('a download that breaks off, an unknown person and a text without end save nothing', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('PK')),
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  const api = startApiDouble({ [exportPath]: { file: broken, headers } });
  open();
  type('kim@example.com');
  press('Download archive');
  await screen.findByText(/nothing was saved/);
  api.answer(exportPath, { status: 404, code: 'resource_not_found' });
  press('Download archive');
  await screen.findByText(/^Nothing is stored about this person/);
  type('k'.repeat(4_000_000));
  press('Download archive');
  press('Erase everything');
  await screen.findByText('At most 320 characters.');
  expect(api.sent).toHaveLength(2);
  expect(saved).toEqual([]);
});

test('an erasure is confirmed by the identifier, and continues with those that it has found', async () => {
  const api = startApiDouble({
    [erasePath]: {
      data: {
        reference: 'dsr_1',
        erased: { ...none, visitors: 2, conversations: 3 },
        identifiers: { user_ids: ['u-42'], emails: ['kim@example.com'], visitor_ids: ['v-1'] },
      },
    },
  });
  open();
  type('Kim@example.com');
  press('Erase everything');
  await confirm('Kim@example.com');
  await screen.findByText('Everything about Kim@example.com is erased.');
  const found = await screen.findByRole('table', { name: 'Identifiers that were found' });
  expect(within(found).getAllByText('Erased')).toHaveLength(1);

  const nothing = { user_ids: [], emails: [], visitor_ids: [] };
  api.answer(erasePath, { data: { reference: 'dsr_2', erased: none, identifiers: nothing } });
  press(/^Erase.*u-42/);
  await confirm('u-42');
  await screen.findByText('Nothing more was stored about u-42.');
  expect(within(found).getAllByText('Erased')).toHaveLength(2);
  // What the first erasure has found is still offered.
  await screen.findByRole('button', { name: /^Erase.*v-1/ });
  expect(bodies(api.sent)).toEqual([{ email: 'Kim@example.com' }, { user_id: 'u-42' }]);
});

test('an erasure without a response is said to be unclear, and one that is not allowed is not offered', async () => {
  startApiDouble({ [erasePath]: { status: 502, code: 'internal_error' } });
  open();
  type('kim@example.com');
  press('Erase everything');
  await confirm('kim@example.com');
  await within(screen.getByRole('dialog')).findByText(/did not confirm the erasure/);
  cleanup();
  open(['conversations:read']);
  expect(screen.queryByRole('button', { name: 'Erase everything' })).toBeNull();
  expect(screen.getByText(/does not include settings:write/)).toBeTruthy();
});

test('without a connection, a request fails at once instead of being sent later', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  open();
  fireEvent(window, new Event('offline'));
  type('kim@example.com');
  press('Download archive');
  expect(await screen.findByText(/^The server can’t be reached/)).toBeTruthy();
  press('Erase everything');
  await confirm('kim@example.com');
  await within(screen.getByRole('dialog')).findByText(/did not confirm the erasure/);
});

test('a cancelled download saves nothing, reports nothing, and another one can start', async () => {
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const slow = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = controller;
    },
  });
  const api = startApiDouble({ [exportPath]: { file: slow, headers } });
  open();
  type('kim@example.com');
  press('Download archive');
  send?.enqueue(new Uint8Array(300_000));
  await screen.findByText('293 kB so far');
  press('Cancel');
  send?.close();
  await waitFor(() => expect(screen.queryByText('293 kB so far')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  api.answer(exportPath, { file: 'PK archive', headers });
  press('Download archive');
  await screen.findByText(/^Saved as dsr_1\.zip/);
  expect(saved).toHaveLength(1);
});
