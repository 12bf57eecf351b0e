import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { sampleConversation } from '../../test/sample-conversation.ts';
import { useLiveConversations } from '../../data/live-conversations.ts';
import { ConversationView } from './conversation-view.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a conversation that is opened without a connection is marked as read once there is one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const onRead = vi.fn<() => void>();
  startApiDouble({
    'GET /api/v1/conversations/cnv_1': { data: { ...sampleConversation, unread_count: 2 } },
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/chat-interfaces/chi_1': { data: {} },
    'POST /api/v1/conversations/cnv_1/read': () => {
      if (!navigator.onLine) throw new TypeError('network');
      onRead();
      return { data: {} };
    },
  });
  renderInConsole(<ConversationView id="cnv_1" typists={[]} />, { ...ownerMe, scopes: ['conversations:write'] });
  await waitFor(() => expect(hasFocus).toHaveBeenCalled());
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(onRead).toHaveBeenCalledOnce());
});

test('a visitor who waited without an answer is no longer marked once somebody has opened the conversation', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const onRead = vi.fn<() => void>();
  const missed = { ...sampleConversation, status: 'bot', unread_count: 0, waiting_since: '2026-01-01T00:00:00.000Z' };
  startApiDouble({
    'GET /api/v1/conversations/cnv_1': { data: missed },
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/chat-interfaces/chi_1': { data: {} },
    'POST /api/v1/conversations/cnv_1/read': () => {
      onRead();
      return { data: {} };
    },
  });
  renderInConsole(<ConversationView id="cnv_1" typists={[]} />, { ...ownerMe, scopes: ['conversations:write'] });
  await waitFor(() => expect(onRead).toHaveBeenCalledOnce());
});

function LiveView() {
  useLiveConversations();
  return <ConversationView id="cnv_1" typists={[]} />;
}

test('a conversation that the visitor deletes while it is open is no longer shown, and says why', async () => {
  let write: (text: string) => void = () => undefined;
  const file = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const path = 'GET /api/v1/conversations/cnv_1';
  const { answer } = startApiDouble({
    'GET /api/v1/conversations/events': { file, headers: { 'Content-Type': 'text/event-stream' } },
    [`${path}/messages`]: { data: [] },
    [path]: { data: { ...sampleConversation, visitor: { ...sampleConversation.visitor, name: 'Kim' } } },
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/chat-interfaces/chi_1': { data: {} },
  });
  renderInConsole(<LiveView />, { ...ownerMe, scopes: ['conversations:write'] });
  expect(await screen.findByRole('heading', { name: 'Kim' })).toBeTruthy();
  answer(path, { status: 404, code: 'resource_not_found' });
  write('event: conversation:deleted\ndata: {"conversation_id":"cnv_1"}\n\n');
  expect(await screen.findByText('It does not exist, or was deleted.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Kim' })).toBeNull();
});

test('that a reply could not be sent is shown before the conversation has been read again', async () => {
  const path = 'GET /api/v1/conversations/cnv_1';
  const { answer } = startApiDouble({
    [path]: { data: sampleConversation },
    [`${path}/messages`]: { data: [] },
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/chat-interfaces/chi_1': { data: {} },
    'POST /api/v1/conversations/cnv_1/messages': { status: 504 },
  });
  renderInConsole(<ConversationView id="cnv_1" typists={[]} />, writer);
  const reply = await screen.findByRole('textbox', { name: 'Reply' });
  fireEvent.input(reply, { target: { value: 'Your key is here.' } });
  answer(path, async () => new Promise<never>(() => undefined));
  fireEvent.keyDown(reply, { key: 'Enter' });
  expect(await screen.findByText(/took too long to respond/)).toBeTruthy();
});

const writer = { ...ownerMe, scopes: ['conversations:write'] };
const reader = { ...ownerMe, scopes: ['conversations:read'] };
const found = { status: 200, data: sampleConversation };
const gone = { status: 404, code: 'resource_not_found' };

test.each([
  ['by a member who may no longer write', reader, found],
  ['in a conversation that was deleted', writer, gone],
])('a reply that was begun %s can still be copied', async (_, member, conversation) => {
  const path = 'GET /api/v1/conversations/cnv_1';
  const { answer } = startApiDouble({
    [path]: found,
    [`${path}/messages`]: { data: [] },
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/chat-interfaces/chi_1': { data: {} },
  });
  const { unmount } = renderInConsole(<ConversationView id="cnv_1" typists={[]} />, writer);
  fireEvent.input(await screen.findByRole('textbox', { name: 'Reply' }), { target: { value: 'Your key is here.' } });
  unmount();
  answer(path, conversation);
  renderInConsole(<ConversationView id="cnv_1" typists={[]} />, member);
  const unsent = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply, not sent' });
  expect(unsent.value).toBe('Your key is here.');
  expect(unsent.readOnly).toBe(true);
  expect(screen.queryByRole('textbox', { name: 'Note, not sent' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
});
