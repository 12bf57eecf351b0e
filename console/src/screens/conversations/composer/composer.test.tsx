import { onlineManager } from '@tanstack/react-query';
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useSignOut } from '../../../data/session.ts';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { sampleConversation } from '../../../test/sample-conversation.ts';
import { Composer } from './composer.tsx';

const chatPath = 'GET /api/v1/chat-interfaces/chi_1';
const repliesPath = 'GET /api/v1/saved-replies';
const messagesPath = 'POST /api/v1/conversations/cnv_1/messages';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => renderInConsole(<Composer conversation={sampleConversation} />);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
const type = (value: string) => fireEvent.input(field(), { target: { value } });
const attach = (file: File) => {
  const chooser = screen.getByLabelText('Attach a file', { selector: 'input' });
  // With preact/compat, fireEvent.change would send an input event.
  fireEvent(chooser, createEvent.change(chooser, { target: { files: [file] } }));
};
const isBusy = () => screen.getByRole('button', { name: 'Send reply' }).getAttribute('aria-busy') === 'true';

test('a reply is cleared once it was sent, but not what was written in the meantime', async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number; data: object }>();
  const { sent, answer } = startApiDouble({ [chatPath]: { data: {} }, [messagesPath]: () => promise });
  open();
  type('It leaves today.');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  type('And arrives tomorrow.');
  resolve({ status: 201, data: {} });
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(field().value).toBe('And arrives tomorrow.');

  answer(messagesPath, { status: 201, data: {} });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe(''));
  const contents = sent.filter(({ path }) => path.endsWith('/messages')).map(({ body }) => body);
  expect(contents).toEqual([{ content: 'It leaves today.' }, { content: 'And arrives tomorrow.' }]);
});

test('who writes in a conversation that another member answers is informed', () => {
  startApiDouble({ [chatPath]: { data: {} } });
  const answeredBy = (id: string, name: string) => {
    const assignee = { id, name, avatar_url: null };
    renderInConsole(<Composer conversation={{ ...sampleConversation, assignee }} />);
  };
  answeredBy('mem_2', 'Ole Hansen');
  expect(screen.getByText('Ole Hansen answers already')).toBeTruthy();
  cleanup();
  // Two members can have the same name.
  answeredBy('mem_3', 'Mara Lindqvist');
  expect(screen.getByText('Mara Lindqvist answers already')).toBeTruthy();
  cleanup();
  // And somebody can change theirs.
  answeredBy('mem_1', 'Mara Berg');
  expect(screen.queryByText(/answers already/)).toBeNull();
});

test.each([{ isComposing: true }, { keyCode: 229 }])('the Enter that confirms a word is not sent: %o', async (init) => {
  const { sent } = startApiDouble({ [chatPath]: { data: {} }, [messagesPath]: { status: 201, data: {} } });
  open();
  type('配達は');
  expect(fireEvent.keyDown(field(), { key: 'Enter', ...init })).toBe(true);
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe(''));
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

const suggestPath = 'POST /api/v1/conversations/cnv_1/suggest';
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const suggest = () => fireEvent.click(screen.getByRole('button', { name: 'Suggest' }));

test('a suggestion replaces what was written, which can be restored', async () => {
  const { promise, resolve } = Promise.withResolvers<{ file: string }>();
  startApiDouble({ [chatPath]: { data: {} }, [suggestPath]: () => promise });
  open();
  type('My own words');
  suggest();
  await waitFor(() => expect(field().readOnly).toBe(true));
  resolve({
    file: event('suggestion:delta', { content: 'It le' }) + event('suggestion:completed', { content: 'It leaves.' }),
  });
  await waitFor(() => expect(field().value).toBe('It leaves.'));
  await waitFor(() => expect(field().readOnly).toBe(false));
  suggest();
  await waitFor(() => expect(field().readOnly).toBe(true));
  fireEvent.click(await screen.findByRole('button', { name: 'Restore my text' }));
  expect(field().value).toBe('My own words');
  expect(screen.queryByRole('button', { name: 'Restore my text' })).toBeNull();
});

function SignOut() {
  const signOut = useSignOut();
  return (
    <button type="button" onClick={() => signOut.mutate()}>
      Sign out
    </button>
  );
}

test('a suggestion that arrives after the member has signed out is not stored', async () => {
  const { promise, resolve } = Promise.withResolvers<{ file: string }>();
  startApiDouble({
    [chatPath]: { data: {} },
    [suggestPath]: () => promise,
    'POST /api/v1/auth/sign-out': { data: {} },
  });
  renderInConsole(
    <>
      <Composer conversation={sampleConversation} />
      <SignOut />
    </>,
  );
  type('My own words');
  suggest();
  expect(JSON.stringify(sessionStorage)).toContain('My own words');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  resolve({ file: event('suggestion:completed', { content: 'It leaves.' }) });
  await waitFor(() => expect(field().value).toBe('It leaves.'));
  expect(sessionStorage).toHaveLength(0);
});

test('a suggestion that fails halfway is not left in the field', async () => {
  const error = { code: 'execution_failed', message: 'The suggestion failed.' };
  const file = event('suggestion:delta', { content: 'It le' }) + event('suggestion:failed', { error });
  startApiDouble({ [chatPath]: { data: {} }, [suggestPath]: { file } });
  open();
  type('My own words');
  suggest();
  expect((await screen.findByRole('alert')).textContent).toBe('The suggestion failed.');
  expect(field().value).toBe('My own words');
  expect(screen.queryByRole('button', { name: 'Restore my text' })).toBeNull();
});

test('a suggestion whose stream ends before its last event is not left in the field', async () => {
  startApiDouble({
    [chatPath]: { data: {} },
    [suggestPath]: { file: event('suggestion:delta', { content: 'It le' }) },
  });
  open();
  type('My own words');
  suggest();
  expect((await screen.findByRole('alert')).textContent).toMatch(/server can’t be reached/);
  expect(field().value).toBe('My own words');
  expect(screen.queryByRole('button', { name: 'Restore my text' })).toBeNull();
});

test('a reply is not sent without a file whose upload has failed', async () => {
  const { sent } = startApiDouble({
    [chatPath]: { data: {} },
    [messagesPath]: { status: 201, data: {} },
    'POST /api/v1/files': { status: 503, code: 'internal_error' },
  });
  renderInConsole(<Composer conversation={sampleConversation} />, {
    ...ownerMe,
    scopes: [...ownerMe.scopes, 'files:write'],
  });
  type('See the attached plan.');
  attach(new File(['plan'], 'plan.pdf', { type: 'application/pdf' }));
  await screen.findByText(/A file was not uploaded/);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send reply' }).disabled).toBe(true);
  expect(sent.some(({ path }) => path.endsWith('/messages'))).toBe(false);

  fireEvent.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe(''));
  expect(sent.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1);
});

test('without a connection, a reply fails at once and stays in the field', async () => {
  const { sent } = startApiDouble({
    [chatPath]: { data: {} },
    [repliesPath]: { data: [] },
    [messagesPath]: () => {
      throw new TypeError('network');
    },
  });
  open();
  await waitFor(() => expect(sent).toHaveLength(2));
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  type('It leaves today.');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect((await screen.findByRole('alert')).textContent).toBe('The server can’t be reached. Check your connection.');
  expect([field().value, isBusy()]).toEqual(['It leaves today.', false]);
});

/** Clicks as a mouse does, which gives the focus to the button. */
const clickOn = (button: HTMLElement) => {
  button.focus();
  fireEvent.click(button);
};
/** A letter that is typed outside of the field is a shortcut. */
const expectFieldToHaveFocus = async (text: string) => {
  await waitFor(() => expect(field().value).toBe(text));
  expect(document.activeElement).toBe(field());
  expect([field().selectionStart, field().selectionEnd]).toEqual([text.length, text.length]);
};

test('after a saved reply was chosen with the mouse, writing continues at its end', async () => {
  const replies = [{ id: 'svr_1', shortcut: 'thanks', name: 'Thanks', content: 'Thank you for waiting.' }];
  startApiDouble({ [chatPath]: { data: {} }, [repliesPath]: { data: replies } });
  open();
  type('/th');
  field().setSelectionRange(0, 0);
  clickOn(await screen.findByRole('button', { name: /Thank you for waiting/ }));
  await expectFieldToHaveFocus('Thank you for waiting.');
});

test('writing continues in the field after a suggestion, and after the text was restored', async () => {
  const file = event('suggestion:completed', { content: 'It leaves.' });
  startApiDouble({ [chatPath]: { data: {} }, [suggestPath]: { file } });
  open();
  type('My own words');
  field().setSelectionRange(0, 0);
  clickOn(screen.getByRole('button', { name: 'Suggest' }));
  await expectFieldToHaveFocus('It leaves.');
  clickOn(await screen.findByRole('button', { name: 'Restore my text' }));
  await expectFieldToHaveFocus('My own words');
});

test('writing continues in the field after the reply was sent, and after a file was removed', async () => {
  startApiDouble({
    [chatPath]: { data: {} },
    [messagesPath]: { status: 201, data: {} },
    'POST /api/v1/files': { status: 201, data: { id: 'file_1' } },
  });
  renderInConsole(<Composer conversation={sampleConversation} />, { ...ownerMe, scopes: ['files:write'] });
  attach(new File(['plan'], 'plan.pdf', { type: 'application/pdf' }));
  type('It leaves today.');
  clickOn(await screen.findByRole('button', { name: 'Remove plan.pdf' }));
  await expectFieldToHaveFocus('It leaves today.');
  clickOn(screen.getByRole('button', { name: 'Send reply' }));
  await expectFieldToHaveFocus('');
});

test.each([
  { state: 'deleted', chat: { status: 404, code: 'resource_not_found' }, text: /The chat was deleted/ },
  { state: 'paused', chat: { data: { status: 'paused' } }, text: /The chat is paused/ },
])('once the chat is $state, only notes can be written', async ({ chat, text }) => {
  const { sent } = startApiDouble({
    [chatPath]: chat,
    'POST /api/v1/conversations/cnv_1/notes': { status: 201, data: {} },
  });
  open();
  await screen.findByText(text);
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  fireEvent.input(note, { target: { value: 'She called.' } });
  clickOn(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(note.value).toBe(''));
  const posted = sent.filter(({ method }) => method === 'POST');
  expect(posted.map(({ path, body }) => [path, body])).toEqual([
    ['/api/v1/conversations/cnv_1/notes', { content: 'She called.' }],
  ]);
});

test('once the chat is active again, replies can be written, but a note that is being written stays one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { answer } = startApiDouble({ [chatPath]: { data: { status: 'paused' } } });
  const later = async () => vi.advanceTimersByTimeAsync(10_000);
  open();
  await later();
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  answer(chatPath, { data: { status: 'active' } });
  await later();
  expect(field().value).toBe('');

  answer(chatPath, { data: { status: 'paused' } });
  await later();
  fireEvent.input(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'She is difficult.' } });
  answer(chatPath, { data: { status: 'active' } });
  await later();
  expect(screen.getByRole('button', { name: 'Reply' })).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('She is difficult.');
});

test('saved replies are chosen by the arrow keys, and Escape closes their list', async () => {
  const replies = ['First', 'Second', 'Third'].map((name) => {
    return { id: `svr_${name}`, shortcut: `reply${name}`, name, content: `${name} text` };
  });
  const { sent } = startApiDouble({ [chatPath]: { data: {} }, [repliesPath]: { data: replies } });
  open();
  type('/reply');
  const second = await screen.findByRole('button', { name: /Second text/ });
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(second.getAttribute('aria-current')).toBe('true');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe('Third text'));
  // In a text, the arrow keys move the cursor.
  expect(fireEvent.keyDown(field(), { key: 'ArrowUp' })).toBe(true);

  type('/reply');
  await screen.findByRole('list', { name: 'Saved replies' });
  fireEvent.keyDown(field(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Saved replies' })).toBeNull());
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('Enter chooses the saved reply with the typed shortcut, also if newer ones match it', async () => {
  const reply = (shortcut: string, name: string) => ({
    id: `svr_${shortcut}`,
    shortcut,
    name,
    content: `Text of ${shortcut}`,
  });
  const newer = Array.from({ length: 6 }, (_, at) => reply(`hours${at}`, `Season ${at}`));
  const replies = [reply('prices', 'Prices and hours'), ...newer, reply('Hours', 'Opening times')];
  startApiDouble({ [chatPath]: { data: {} }, [repliesPath]: { data: replies } });
  open();
  type('/hours');
  const shown = within(await screen.findByRole('list', { name: 'Saved replies' })).getAllByRole('button');
  expect(shown.map((each) => each.querySelector('kbd')?.textContent)).toEqual([
    '/Hours',
    '/hours0',
    '/hours1',
    '/hours2',
    '/hours3',
    '/hours4',
  ]);
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe('Text of Hours'));
});

test('a saved reply is found however its accents are written', async () => {
  const reply = { id: 'svr_1', shortcut: 'caf\u00e9', name: 'Cre\u0300me', content: 'At the pier' };
  startApiDouble({ [chatPath]: { data: {} }, [repliesPath]: { data: [reply] } });
  open();
  for (const typed of ['/cafe\u0301', '/cr\u00e8me']) {
    type(typed);
    await screen.findByRole('button', { name: /At the pier/ });
    type('');
    await waitFor(() => expect(screen.queryByRole('button', { name: /At the pier/ })).toBeNull());
  }
});

test.each(['paste', 'drop'] as const)('files are attached by %s, unless a text is meant', async (name) => {
  startApiDouble({ [chatPath]: { data: {} }, 'POST /api/v1/files': { status: 201, data: { id: 'file_1' } } });
  renderInConsole(<Composer conversation={sampleConversation} />, { ...ownerMe, scopes: ['files:write'] });
  const file = new File(['picture'], 'screen.png', { type: 'image/png' });
  const bring = (types: string[]) => {
    const data = { files: [file], types };
    const brought = new Event(name, { bubbles: true, cancelable: true });
    return fireEvent(field(), Object.assign(brought, { clipboardData: data, dataTransfer: data }));
  };
  expect(bring(['text/plain', 'Files'])).toBe(true);
  expect(bring(['Files'])).toBe(false);
  await screen.findByRole('button', { name: 'Remove screen.png' });
});

test('characters that nobody can see are not a reply', () => {
  startApiDouble({});
  renderInConsole(<Composer conversation={sampleConversation} />, ownerMe);
  type(' \u{200B}\u{2060} ');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send reply' }).disabled).toBe(true);
  type('\u{200B}Hello');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send reply' }).disabled).toBe(false);
});
