import type { ConversationItem } from '@portico/shared-types/api/conversations';
import { cleanup, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import { ItemView } from './item-view.tsx';

beforeEach(() => history.replaceState(null, '', '/conversations/cnv_1'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const passage = { document_name: 'a.pdf', heading: null, score: 0.9, quote: 'Within 14 days.' };
const reply: ConversationItem = {
  type: 'message',
  id: 'msg_1',
  thread_id: 'thr_1',
  role: 'assistant',
  author: { type: 'agent', id: 'agt_1', name: 'Harbor guide', avatar_url: null },
  content: 'You can return it [1][2].',
  status: 'complete',
  citations: [
    { ...passage, chunk_id: 'chk_1', document_id: 'doc_1', title: 'Returns', url: 'https://harbor.example/returns' },
    { ...passage, chunk_id: 'chk_2', document_id: 'doc_2', title: 'Handbook', url: null },
    { ...passage, chunk_id: 'chk_3', document_id: 'doc_3', title: 'Trap', url: 'javascript:alert(1)' },
  ],
  outcome: 'answered',
  attachments: [],
  feedback: null,
  client_message_id: null,
  replaced_by: null,
  follow_ups: [],
  created_at: '2026-01-01T00:00:00.000Z',
};

test('the sources of a reply are numbered, and open their page or their document', async () => {
  startApiDouble({ 'GET /api/v1/documents/doc_2': { data: { id: 'doc_2', knowledge_base_id: 'kb_2' } } });
  renderInConsole(<ItemView item={reply} visitorName="Jo" threadId="thr_1" />);
  const sources = within(screen.getByRole('list', { name: 'Sources' }));
  expect(sources.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1Returns',
    '2Handbook',
    '3Trap',
  ]);
  expect(sources.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://harbor.example/returns',
  ]);
  fireEvent.click(sources.getByRole('button', { name: /Handbook/ }));
  await expect.poll(() => location.pathname).toBe('/knowledge/kb_2/documents/doc_2');
});

test('a source whose document has been deleted says so, and stays where it is', async () => {
  history.replaceState(null, '', '/conversations/cnv_1');
  startApiDouble({});
  renderInConsole(
    <ToasterProvider>
      <ItemView item={reply} visitorName="Jo" threadId="thr_1" />
    </ToasterProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /Handbook/ }));
  expect(await screen.findByText('This document has been deleted.')).toBeTruthy();
  expect(location.pathname).toBe('/conversations/cnv_1');
});

test('files without a text are named once', () => {
  startApiDouble({});
  const file = { mime_type: 'application/pdf', file_size: 2_000 };
  const attachments = ['plan.pdf', 'list.pdf'].map((name) => ({ ...file, file_id: `file_${name}`, file_name: name }));
  const sent: ConversationItem = { ...reply, citations: [], content: 'plan.pdf, list.pdf', attachments };
  renderInConsole(<ItemView item={sent} visitorName="Jo" threadId="thr_1" />);
  expect(screen.getAllByText(/plan\.pdf/)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'list.pdf' })).toBeTruthy();
});
