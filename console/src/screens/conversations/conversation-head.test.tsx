import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { sampleConversation } from '../../test/sample-conversation.ts';
import { ConversationHead } from './conversation-head.tsx';

const chatPath = 'GET /api/v1/chat-interfaces/chi_1';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answeredByAgent = { ...sampleConversation, status: 'bot' } as const;
const open = () =>
  renderInConsole(<ConversationHead conversation={answeredByAgent} onVisitor={() => undefined} />, {
    ...ownerMe,
    scopes: [...ownerMe.scopes, 'conversations:write'],
  });
const namesOfButtons = () => screen.getAllByRole('button').map((button) => button.textContent);

test('a conversation that the agent answers can be taken over, unless its chat was deleted', async () => {
  const { answer } = startApiDouble({ [chatPath]: { data: {} } });
  open();
  expect(namesOfButtons()).toContain('Take over');
  cleanup();

  answer(chatPath, { status: 404, code: 'resource_not_found' });
  open();
  await expect.poll(namesOfButtons).not.toContain('Take over');
  expect(namesOfButtons()).toContain('Close');
});

test('the arrow leads back to the list with its filters and page', () => {
  startApiDouble({ [chatPath]: { data: {} } });
  history.replaceState(null, '', '/conversations/cnv_1?view=closed&q=boat&page=2');
  open();
  expect(screen.getByRole('link', { name: 'Conversations' }).getAttribute('href')).toBe(
    '/conversations?view=closed&q=boat&page=2',
  );
});

test('“e” closes the conversation, but not with Alt, which opens the menu of a browser', async () => {
  const closePath = 'POST /api/v1/conversations/cnv_1/close';
  const { sent } = startApiDouble({ [chatPath]: { data: {} }, [closePath]: { data: {} } });
  open();
  const closings = () => sent.filter(({ path }) => path.endsWith('/close')).length;
  fireEvent.keyDown(document.body, { key: 'e', altKey: true });
  fireEvent.keyDown(document.body, { key: 'e' });
  await waitFor(() => expect(closings()).toBeGreaterThan(0));
  expect(closings()).toBe(1);
});
