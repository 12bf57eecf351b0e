import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { sampleConversation } from '../../test/sample-conversation.ts';
import { VisitorPanel } from './visitor-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the address that a visitor sends as their page is only a link if it is one of the web', () => {
  startApiDouble({ 'GET /api/v1/conversations': { data: [] } });
  const open = (address: string) =>
    renderInConsole(<VisitorPanel conversation={{ ...sampleConversation, page_url: address }} />);
  open('https://harbor.example/boats?size=2');
  expect(screen.getByRole('link', { name: /boats/ }).getAttribute('href')).toBe('https://harbor.example/boats?size=2');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'about:srcdoc', 'boats']) {
    cleanup();
    open(address);
    expect(screen.getByText(address).closest('a')).toBeNull();
  }
});

test('after a tag is removed, the focus is in the field for the next one', async () => {
  startApiDouble({
    'GET /api/v1/conversations': { data: [] },
    'PATCH /api/v1/conversations/cnv_1': { data: { ...sampleConversation, tags: [] } },
  });
  const scopes = ['conversations:read', 'conversations:write'];
  renderInConsole(<VisitorPanel conversation={{ ...sampleConversation, id: 'cnv_1', tags: ['key'] }} />, {
    ...ownerMe,
    scopes,
  });
  const remove = screen.getByRole('button', { name: /key/ });
  remove.focus();
  fireEvent.click(remove);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add a tag' }));
});
