import type { Webhook } from '@portico/shared-types/api/webhooks';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { choose } from '../test/choose.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { sampleConversation } from '../test/sample-conversation.ts';
import { ToasterProvider } from '../ui/toaster.tsx';
import { AgentMenu } from './agents/agent-menu.tsx';
import { ChatActions } from './chat/chat-actions.tsx';
import { ConversationHead } from './conversations/conversation-head.tsx';
import { ItemView } from './conversations/transcript/item-view.tsx';
import { VisitorPanel } from './conversations/visitor-panel.tsx';
import { ExecutionActions } from './executions/page/execution-actions.tsx';
import { FormActions } from './forms/form-actions.tsx';
import { SubmissionPanel } from './forms/submissions/submission-panel.tsx';
import { FiguresTab } from './improve/figures-tab.tsx';
import { DocumentPanel } from './knowledge/document-panel.tsx';
import { RunActions } from './knowledge/sources/run-actions.tsx';
import { PasswordForm } from './settings/account/password-form.tsx';
import { SessionList } from './settings/account/session-list.tsx';
import { RoleSelect } from './settings/members/role-select.tsx';
import { TriggerSwitch } from './settings/triggers/trigger-switch.tsx';
import { DeliveryPanel } from './settings/webhooks/delivery-panel.tsx';
import { WebhookActions } from './settings/webhooks/webhook-actions.tsx';
import { WorkflowMenu } from './workflows/workflow-menu.tsx';
import { WorkflowSwitch } from './workflows/workflow-switch.tsx';

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

// The fields of each item that the parts below read.
const parse = (text: string) => JSON.parse(text);
const at = '2026-01-01T00:00:00.000Z';
const form = parse(
  '{"id":"fmi_1","title":"Offers","slug":"offers","status":"active","stats":{"submissions":0},"fields":[]}',
);
const agent = parse('{"id":"agt_1","name":"Guide","status":"archived","tools":[]}');
const chat = parse('{"id":"chi_1","name":"Desk","slug":"desk","status":"active","stats":{"sessions":0}}');
const workflow = parse('{"id":"wf_1","name":"Nightly","status":"active"}');
const trigger = parse('{"id":"trg_1","name":"Hourly","enabled":true}');
const member = parse('{"id":"mem_2","role":"editor","user":{"name":"Ole"}}');
const source = parse('{"id":"src_1","knowledge_base_id":"kb_1","status":"idle"}');
const document = { id: 'doc_1', knowledge_base_id: 'kb_1', name: 'Prices', source: 'url', url: 'https://a.example' };
const delivery = {
  id: 'dlv_1',
  webhook_id: 'whk_1',
  status: 'failed',
  next_attempt_at: null,
  attempt_log: [],
  event: {},
};
const submission = parse(
  `{"id":"sub_1","execution_status":"completed","submitted_at":"${at}","message":"","inputs":{},"files":[],"urls":[],"unread":[],"error":null,"output":null,"execution_id":null,"thread_id":null,"rerun_of":null}`,
);
const message = parse(
  `{"type":"message","id":"msg_1","author":{"type":"visitor","name":null},"status":"completed","content":"See","created_at":"${at}","citations":[],"attachments":[{"file_id":"fil_1","file_name":"plan.pdf"}]}`,
);
const conversation = { ...sampleConversation, tags: ['key'], visitor: { ...sampleConversation.visitor, name: 'Ida' } };
const scopes = [
  'conversations:write',
  'workflows:execute',
  'executions:read',
  'webhooks:write',
  'knowledge-bases:write',
  'files:read',
];
const reads = {
  'GET /api/v1/conversations': { data: [] },
  'GET /api/v1/conversations/cnv_1': { data: conversation },
  'GET /api/v1/me/sessions': { data: [session] },
  'GET /api/v1/webhooks/whk_1/deliveries/dlv_1': { data: delivery },
  'GET /api/v1/knowledge-bases/kb_1/documents/doc_1': {
    data: {
      ...document,
      status: 'ready',
      error: null,
      file_size: null,
      chunk_count: 0,
      token_count: 0,
      created_at: at,
    },
  },
};

const click = (role: 'button' | 'switch', name: string | RegExp) => async () =>
  fireEvent.click(await screen.findByRole(role, { name }));
const choosesFromMenu = (name: string) => async () => {
  fireEvent.keyDown(screen.getByRole('button', { name: /^More/ }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};
const write = (label: string, value: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.input(field, { target: { value } });
  return field;
};
const submit = async (field: HTMLInputElement) => fireEvent.submit(field.form ?? field);
const addTag = async () => submit(write('Add a tag', 'urgent'));

/** Renders a part of the console, and returns the function that leaves it. */
function renderPart(part: ComponentChildren): () => void {
  const { rerender } = renderInConsole(<ToasterProvider>{part}</ToasterProvider>, { ...ownerMe, scopes });
  return () => rerender(<ToasterProvider>{null}</ToasterProvider>);
}

/** A request that is answered when the test says so. */
function holdRequest(request: string) {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { sent } = startApiDouble({ ...reads, [request]: async () => promise });
  const isSent = () => sent.some(({ method, path }) => `${method} ${path.split('?')[0]}` === request);
  return { resolve, waitUntilSent: async () => waitFor(() => expect(isSent()).toBe(true)) };
}

/** Starts an action whose request is refused after its part of the console was left. */
async function failAfterLeaving(
  request: string,
  part: ComponentChildren,
  start: () => Promise<unknown>,
): Promise<void> {
  const { resolve, waitUntilSent } = holdRequest(request);
  const leave = renderPart(part);
  await start();
  await waitUntilSent();
  leave();
  resolve({ status: 403, code: 'permission_denied', message: 'That was refused.' });
}

test.each<[string, string, () => ComponentChildren, () => Promise<unknown>]>([
  [
    'activating an agent',
    'PATCH /api/v1/agents/agt_1',
    () => <AgentMenu agent={agent} />,
    choosesFromMenu('Make active again'),
  ],
  [
    'pausing a chat',
    'PATCH /api/v1/chat-interfaces/chi_1',
    () => <ChatActions chat={chat} canWrite />,
    click('button', 'Pause'),
  ],
  [
    'pausing a form',
    'PATCH /api/v1/form-interfaces/fmi_1',
    () => <FormActions form={form} canWrite />,
    click('button', 'Pause'),
  ],
  [
    'switching a workflow',
    'PATCH /api/v1/workflows/wf_1',
    () => <WorkflowSwitch workflow={workflow} disabled={false} />,
    click('switch', /active/),
  ],
  [
    'deactivating a workflow',
    'PATCH /api/v1/workflows/wf_1',
    () => <WorkflowMenu workflow={workflow} />,
    choosesFromMenu('Deactivate'),
  ],
  [
    'switching a trigger',
    'PATCH /api/v1/triggers/trg_1',
    () => <TriggerSwitch trigger={trigger} disabled={false} />,
    click('switch', 'Hourly'),
  ],
  [
    'changing a role',
    'PATCH /api/v1/members/mem_2',
    () => <RoleSelect member={member} disabled={false} />,
    async () => choose('Role: Ole', 'viewer'),
  ],
  ['ending a session', 'DELETE /api/v1/me/sessions/ses_2', () => <SessionList />, click('button', 'Sign out there')],
  [
    'changing the password',
    'PATCH /api/v1/me',
    () => <PasswordForm />,
    async () => {
      write('New password', 'correct horse battery');
      await submit(write('Current password', 'wrong horse'));
    },
  ],
  [
    'turning off a webhook',
    'PATCH /api/v1/webhooks/whk_1',
    () => <WebhookActions webhook={webhook} />,
    choosesFromMenu('Disable'),
  ],
  [
    'testing a webhook',
    'POST /api/v1/webhooks/whk_1/test',
    () => <WebhookActions webhook={webhook} />,
    click('button', 'Send a test'),
  ],
  [
    'sending a delivery again',
    'POST /api/v1/webhooks/whk_1/deliveries/dlv_1/redeliver',
    () => <DeliveryPanel webhookId="whk_1" id="dlv_1" onClose={() => undefined} />,
    click('button', 'Send again'),
  ],
  [
    'fetching a document again',
    'POST /api/v1/knowledge-bases/kb_1/documents/doc_1/refresh',
    () => <DocumentPanel baseId="kb_1" id="doc_1" onClose={() => undefined} />,
    click('button', 'Fetch again'),
  ],
  [
    'reading a source again',
    'POST /api/v1/knowledge-bases/kb_1/sources/src_1/sync',
    () => <RunActions source={source} />,
    click('button', 'Run now'),
  ],
  [
    'retrying an execution',
    'POST /api/v1/executions/exe_1/retry',
    () => <ExecutionActions execution={parse('{"id":"exe_1","status":"failed"}')} />,
    click('button', 'Retry'),
  ],
  [
    'running a submission again',
    'POST /api/v1/form-interfaces/fmi_1/submissions/sub_1/rerun',
    () => <SubmissionPanel form={form} id="sub_1" listed={submission} onClose={() => undefined} />,
    click('button', 'Run again'),
  ],
  ['downloading the figures', 'GET /api/v1/insights/summary', () => <FiguresTab />, click('button', 'Download CSV')],
  [
    'opening a file',
    'GET /api/v1/files/fil_1',
    () => <ItemView item={message} visitorName="Ida" threadId="thr_1" />,
    click('button', 'plan.pdf'),
  ],
])('%s that fails after the screen was left is reported', async (_, request, render, start) => {
  await failAfterLeaving(request, render(), start);
  expect(await screen.findAllByText('That was refused.')).not.toHaveLength(0);
});

test.each<[string, string, () => ComponentChildren, () => Promise<unknown>]>([
  [
    'closing a conversation',
    'POST /api/v1/conversations/cnv_1/close',
    () => <ConversationHead conversation={conversation} onVisitor={() => undefined} />,
    click('button', 'Close'),
  ],
  ['adding a tag', 'PATCH /api/v1/conversations/cnv_1', () => <VisitorPanel conversation={conversation} />, addTag],
  [
    'removing a tag',
    'PATCH /api/v1/conversations/cnv_1',
    () => <VisitorPanel conversation={conversation} />,
    click('button', 'Remove the tag key'),
  ],
])(
  '%s that fails after another conversation was opened is reported with its visitor',
  async (_, request, render, start) => {
    await failAfterLeaving(request, render(), start);
    expect(await screen.findAllByText('Conversation with Ida: That was refused.')).not.toHaveLength(0);
  },
);
