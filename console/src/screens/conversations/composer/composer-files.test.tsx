import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { useSignOut } from '../../../data/session.ts';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { sampleConversation } from '../../../test/sample-conversation.ts';
import { Composer } from './composer.tsx';

const uploadPath = 'POST /api/v1/files';
const messagesPath = 'POST /api/v1/conversations/cnv_1/messages';
const quiet = { 'GET /api/v1/chat-interfaces/chi_1': { data: {} }, 'GET /api/v1/saved-replies': { data: [] } };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A member who may send files, in one of two conversations. */
function Inbox() {
  const [id, setId] = useState('cnv_1');
  const signOut = useSignOut();
  return (
    <>
      <button type="button" onClick={() => setId(id === 'cnv_1' ? 'cnv_2' : 'cnv_1')}>
        The other one
      </button>
      <button type="button" onClick={() => signOut.mutate()}>
        Sign out
      </button>
      <Composer key={id} conversation={{ ...sampleConversation, id }} />
    </>
  );
}

const open = () => renderInConsole(<Inbox />, { ...ownerMe, scopes: [...ownerMe.scopes, 'files:write'] });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const attach = (name: string) => {
  const chooser = screen.getByLabelText('Attach a file', { selector: 'input' });
  // With preact/compat, fireEvent.change would send an input event.
  fireEvent(chooser, createEvent.change(chooser, { target: { files: [new File(['plan'], name)] } }));
};
const removers = () =>
  screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'));
const canSend = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Send reply' }).disabled;

test('files stay with their conversation, also if they are uploaded while another one is open', async () => {
  const upload = Promise.withResolvers<{ status: number; data: object }>();
  const { sent, answer } = startApiDouble({
    ...quiet,
    [uploadPath]: { status: 201, data: { id: 'file_1' } },
    [messagesPath]: { status: 201, data: {} },
  });
  open();
  attach('plan.pdf');
  await waitFor(() => expect(canSend()).toBe(true));
  answer(uploadPath, () => upload.promise);
  attach('quay.png');
  await waitFor(() => expect(removers()).toEqual(['Remove plan.pdf', 'Remove quay.png']));
  press('The other one');
  await waitFor(() => expect(removers()).toEqual([]));
  upload.resolve({ status: 201, data: { id: 'file_2' } });
  press('The other one');
  await waitFor(() => expect(removers()).toEqual(['Remove plan.pdf', 'Remove quay.png']));
  await waitFor(() => expect(canSend()).toBe(true));
  fireEvent.input(screen.getByRole('textbox'), { target: { value: 'See both.' } });
  press('Send reply');
  await waitFor(() => expect(removers()).toEqual([]));
  expect(sent.find(({ path }) => path.endsWith('/messages'))?.body).toEqual({
    content: 'See both.',
    attachments: ['file_1', 'file_2'],
  });
  press('The other one');
  press('The other one');
  expect(removers()).toEqual([]);
});

test('files are still there after a reload, and after a failed upload the reason', async () => {
  const { answer } = startApiDouble({ ...quiet, [uploadPath]: { status: 201, data: { id: 'file_1' } } });
  const { unmount } = open();
  attach('plan.pdf');
  await waitFor(() => expect(canSend()).toBe(true));
  unmount();
  open();
  expect(removers()).toEqual(['Remove plan.pdf']);
  answer(uploadPath, { status: 400, code: 'validation_error', message: 'File type not supported.' });
  attach('tool.exe');
  await screen.findByText('File type not supported.');
  press('The other one');
  press('The other one');
  expect(await screen.findByText('File type not supported.')).toBeTruthy();
  press('Remove tool.exe');
  await waitFor(() => expect(removers()).toEqual(['Remove plan.pdf']));
});

test('files are forgotten when the member signs out', async () => {
  const upload = Promise.withResolvers<{ status: number; data: object }>();
  startApiDouble({ ...quiet, [uploadPath]: () => upload.promise, 'POST /api/v1/auth/sign-out': { data: {} } });
  open();
  attach('plan.pdf');
  await waitFor(() => expect(removers()).toHaveLength(1));
  press('Sign out');
  await waitFor(() => expect(removers()).toEqual([]));
  upload.resolve({ status: 201, data: { id: 'file_1' } });
  await upload.promise;
  press('The other one');
  press('The other one');
  expect([removers(), sessionStorage.length]).toEqual([[], 0]);
});

test('a reply that consists of files is sent with their names as its text', async () => {
  const { sent } = startApiDouble({
    ...quiet,
    [uploadPath]: ({ body }) => {
      const file = body instanceof FormData ? body.get('file') : null;
      return { status: 201, data: { id: file instanceof File ? `file_${file.name}` : '' } };
    },
    [messagesPath]: { status: 201, data: {} },
  });
  open();
  // Nobody can see it, so it is not a text.
  fireEvent.input(screen.getByRole('textbox'), { target: { value: '\u{200B}' } });
  expect(canSend()).toBe(false);
  attach('plan.pdf');
  attach('quay.png');
  await waitFor(() => expect(canSend()).toBe(true));
  press('Send reply');
  await waitFor(() => expect(removers()).toEqual([]));
  expect(sent.find(({ path }) => path.endsWith('/messages'))?.body).toEqual({
    content: 'plan.pdf, quay.png',
    attachments: ['file_plan.pdf', 'file_quay.png'],
  });
});

interface End {
  status: number;
  data?: object;
  code?: string;
}

/** Uploads that end when the test says so, by the names of their files. */
function startHeldUploads() {
  const ends = new Map<string, (end: End) => void>();
  const api = startApiDouble({
    ...quiet,
    [uploadPath]: async ({ body }) => {
      const file = body instanceof FormData ? body.get('file') : null;
      const { promise, resolve } = Promise.withResolvers<End>();
      ends.set(file instanceof File ? file.name : '', resolve);
      return promise;
    },
    [messagesPath]: { status: 201, data: {} },
  });
  const end = async (name: string, reply: End) => {
    await waitFor(() => expect([...ends.keys()]).toContain(name));
    ends.get(name)?.(reply);
    ends.delete(name);
  };
  return { ...api, end };
}

const isUploading = (name: string) => screen.getByText(name).closest('li')?.textContent?.includes('Sending') === true;

test('files are sent in the order in which they were chosen, whichever upload ends first', async () => {
  const { sent, end } = startHeldUploads();
  const { unmount } = open();
  attach('one.pdf');
  attach('two.pdf');
  await end('two.pdf', { status: 201, data: { id: 'file_2' } });
  await waitFor(() => expect(isUploading('two.pdf')).toBe(false));
  expect(removers()).toEqual(['Remove one.pdf', 'Remove two.pdf']);
  await end('one.pdf', { status: 201, data: { id: 'file_1' } });
  await waitFor(() => expect(canSend()).toBe(true));
  expect(removers()).toEqual(['Remove one.pdf', 'Remove two.pdf']);
  // Also those that are chosen after a reload follow.
  unmount();
  open();
  attach('three.pdf');
  await end('three.pdf', { status: 201, data: { id: 'file_3' } });
  await waitFor(() => expect(canSend()).toBe(true));
  press('Send reply');
  await waitFor(() => expect(removers()).toEqual([]));
  expect(sent.find(({ path }) => path.endsWith('/messages'))?.body).toEqual({
    content: 'one.pdf, two.pdf, three.pdf',
    attachments: ['file_1', 'file_2', 'file_3'],
  });
});

test('a failed upload is tried again in its place, unless the file was refused', async () => {
  const { end } = startHeldUploads();
  open();
  for (const name of ['one.pdf', 'two.exe', 'three.pdf']) attach(name);
  await end('three.pdf', { status: 201, data: { id: 'file_3' } });
  await end('two.exe', { status: 400, code: 'validation_error' });
  await end('one.pdf', { status: 503, code: 'service_unavailable' });
  const again = await screen.findByRole('button', { name: 'Try again: one.pdf' });
  expect(screen.queryByRole('button', { name: 'Try again: two.exe' })).toBeNull();
  press('Remove two.exe');
  expect(canSend()).toBe(false);
  fireEvent.click(again);
  await waitFor(() => expect(isUploading('one.pdf')).toBe(true));
  expect(removers()).toEqual(['Remove one.pdf', 'Remove three.pdf']);
  await end('one.pdf', { status: 201, data: { id: 'file_1' } });
  await waitFor(() => expect(canSend()).toBe(true));
  expect(removers()).toEqual(['Remove one.pdf', 'Remove three.pdf']);
});

test('a file that is removed during its upload stays removed', async () => {
  const { end } = startHeldUploads();
  open();
  attach('plan.pdf');
  attach('wrong.pdf');
  await waitFor(() => expect(removers()).toHaveLength(2));
  press('Remove wrong.pdf');
  await waitFor(() => expect(removers()).toEqual(['Remove plan.pdf']));
  await end('wrong.pdf', { status: 201, data: { id: 'file_2' } });
  await end('plan.pdf', { status: 201, data: { id: 'file_1' } });
  await waitFor(() => expect(canSend()).toBe(true));
  expect(removers()).toEqual(['Remove plan.pdf']);
});
