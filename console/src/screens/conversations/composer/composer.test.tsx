import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { sampleConversation } from '../../../test/sample-conversation.ts';
import { Composer } from './composer.tsx';

const chatPath = 'GET /api/v1/chat-interfaces/chi_1';
const messagesPath = 'POST /api/v1/conversations/cnv_1/messages';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => renderInConsole(<Composer conversation={sampleConversation} />);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
const type = (value: string) => fireEvent.input(field(), { target: { value } });
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

test('once the chat is deleted, only notes can be written', async () => {
  startApiDouble({ [chatPath]: { status: 404, code: 'resource_not_found' } });
  open();
  await screen.findByText(/The chat was deleted/);
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Note' })).toBeDefined();
});
