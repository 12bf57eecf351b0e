import type { Webhook } from '@portico/shared-types/api/webhooks';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { sampleConversation } from '../test/sample-conversation.ts';
import { ToasterProvider } from '../ui/toaster.tsx';
import { VisitorPanel } from './conversations/visitor-panel.tsx';
import { SessionList } from './settings/account/session-list.tsx';
import { WebhookActions } from './settings/webhooks/webhook-actions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const webhook: Webhook = JSON.parse('{"id":"whk_1","name":"CRM","url":"https://crm.example","status":"enabled"}');
const session = { id: 'ses_2', user_agent: null, ip: null, last_seen_at: '2026-01-01T00:00:00.000Z', current: false };

test.each<[string, () => ComponentChildren, string]>([
  ['turning off a webhook', () => <WebhookActions webhook={webhook} />, 'Disable'],
  ['ending a session', () => <SessionList />, 'Sign out there'],
  [
    'removing a tag',
    () => <VisitorPanel conversation={{ ...sampleConversation, tags: ['key'] }} />,
    'Remove the tag key',
  ],
])('%s without a connection says at once that the server can’t be reached', async (_, render, action) => {
  startApiDouble({ 'GET /api/v1/me/sessions': { data: [session] }, 'GET /api/v1/conversations': { data: [] } });
  renderInConsole(<ToasterProvider>{render()}</ToasterProvider>, { ...ownerMe, scopes: ['conversations:write'] });
  const menu = screen.queryByRole('button', { name: /^More/ });
  if (menu !== null) fireEvent.keyDown(menu, { key: 'Enter' });
  const button = await screen.findByRole(menu === null ? 'button' : 'menuitem', { name: action });
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('network')));
  fireEvent.click(button);
  expect(await screen.findAllByText('The server can’t be reached. Check your connection.')).not.toHaveLength(0);
});
