import { cleanup, fireEvent, screen, within } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { forms } from '../data/forms.ts';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { SavedForm } from '../test/saved-form.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { AgentMenu } from './agents/agent-menu.tsx';
import { ChatActions } from './chat/chat-actions.tsx';
import { FormActions } from './forms/form-actions.tsx';
import { SubmissionPanel } from './forms/submissions/submission-panel.tsx';
import { DocumentPanel } from './knowledge/document-panel.tsx';
import { SourceSettings } from './knowledge/sources/source-settings.tsx';
import { PasskeyList } from './settings/account/passkey-list.tsx';
import MembersPart from './settings/members/members-part.tsx';
import TriggersPart from './settings/triggers/triggers-part.tsx';
import { WebhookActions } from './settings/webhooks/webhook-actions.tsx';
import { WorkflowMenu } from './workflows/workflow-menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// The fields of each item that the parts below read.
const parse = (text: string) => JSON.parse(text);
const form = (submissions: number) =>
  parse(
    `{"id":"fmi_1","title":"Offers","slug":"offers","status":"active","fields":[],"stats":{"submissions":${submissions}}}`,
  );
const submission = parse(
  '{"id":"sub_1","message":"Hi","inputs":{},"files":[],"urls":[],"unread":[],"output":null,"error":null,"execution_id":null,"thread_id":null,"rerun_of":null,"execution_status":"completed","preview":false,"submitted_at":"2026-01-01T00:00:00.000Z"}',
);
const document = parse(
  '{"id":"doc_1","knowledge_base_id":"kb_1","name":"Tides","source":"text","status":"ready","url":null,"error":null,"file_size":9,"chunk_count":0,"token_count":2,"created_at":"2026-01-01T00:00:00.000Z"}',
);
const agent = parse('{"id":"agt_1","name":"Guide","status":"active","tools":[]}');
const chat = parse('{"id":"chi_1","name":"Desk","slug":"desk","status":"active","stats":{"sessions":0}}');
const workflow = parse('{"id":"wf_1","name":"Nightly","status":"active"}');
const webhook = parse('{"id":"whk_1","name":"CRM","url":"https://crm.example","status":"enabled"}');
const source = parse(
  '{"id":"src_1","knowledge_base_id":"kb_1","type":"website","url":"https://a.example","urls":[],"counts":{"ready":3},"include":[],"exclude":[],"headers":{},"refresh":"daily"}',
);
const at = '2026-01-01T00:00:00.000Z';
const trigger = (type: string) => ({
  id: `trg_${type}`,
  name: type,
  type,
  schedule: null,
  webhook: null,
  enabled: true,
  last_fired_at: at,
  next_fire_at: null,
  last_error: null,
  created_at: at,
});
const member = {
  id: 'mem_2',
  role: 'editor',
  presence: 'away',
  user: { id: 'usr_2', name: 'Ole', email: 'ole@harbor.example', last_seen_at: null },
};
const renderSettings = () => (
  <SavedForm saved={source} save={async () => source}>
    <SourceSettings source={source} />
  </SavedForm>
);

async function openDialog(render: () => ComponentChildren, action: string): Promise<string> {
  startApiDouble({
    'GET /api/v1/triggers': { data: [trigger('webhook'), trigger('schedule')] },
    'GET /api/v1/workflows': { data: [] },
    'GET /api/v1/members': { data: [member] },
    'GET /api/v1/invitations': { data: [] },
  });
  const scopes = [
    'triggers:write',
    'members:read',
    'members:write',
    'knowledge-bases:write',
    'webhooks:write',
    'interfaces:write',
  ];
  renderInConsole(render(), { ...ownerMe, scopes });
  const menu = screen.queryByRole('button', { name: /^More/ });
  if (menu !== null) fireEvent.keyDown(menu, { key: 'Enter' });
  fireEvent.click(await screen.findByRole(menu === null ? 'button' : 'menuitem', { name: action }));
  return (await screen.findByRole('dialog', { name: /^(Delete|Remove|Revoke)/ })).textContent;
}

test.each<[string, () => ComponentChildren, string, RegExp]>([
  [
    'a form with submissions',
    () => <FormActions form={form(2)} canWrite />,
    'Delete form',
    /Its 2 submissions are permanently deleted, with their files and results; those in progress are cancelled\. Executions/,
  ],
  [
    'a form without submissions',
    () => <FormActions form={form(0)} canWrite />,
    'Delete form',
    /It has no submissions\./,
  ],
  [
    'a submission',
    () => <SubmissionPanel form={form(1)} id="sub_1" listed={submission} onClose={() => undefined} />,
    'Delete submission',
    /permanently deleted, with its files, its result and its execution\. If it is in progress, it is stopped/,
  ],
  [
    'an agent',
    () => <AgentMenu agent={agent} />,
    'Delete agent',
    /Its versions are deleted, too; its conversations are kept/,
  ],
  [
    'a chat',
    () => <ChatActions chat={chat} canWrite />,
    'Delete chat',
    /own domains no longer show a chat\..* nobody can answer its visitors any more\. Visits without a conversation are/,
  ],
  [
    'a workflow',
    () => <WorkflowMenu workflow={workflow} />,
    'Delete workflow',
    /Its versions are deleted, too; its executions are kept, and those in progress continue/,
  ],
  [
    'a webhook',
    () => <WebhookActions webhook={webhook} />,
    'Delete webhook',
    /gets no more events.* pending ones are stopped/,
  ],
  [
    'a trigger with an address',
    () => <TriggersPart />,
    'Delete trigger: webhook',
    /Requests to its address are refused/,
  ],
  [
    'a trigger with a schedule',
    () => <TriggersPart />,
    'Delete trigger: schedule',
    /”\?It no longer starts executions/,
  ],
  [
    'a member',
    () => <MembersPart />,
    'Remove: Ole',
    /so do programs that they have connected\. Their conversations .* is kept, API keys included\./,
  ],
  [
    'a source',
    renderSettings,
    'Delete source',
    /Its 3 pages are permanently deleted.* A run in progress is cancelled\./,
  ],
])('before %s is deleted, the dialog says what else is deleted and what is kept', async (_, render, action, said) => {
  expect(await openDialog(render, action)).toMatch(said);
});

test('a source can be deleted without its pages', async () => {
  await openDialog(renderSettings, 'Delete source');
  fireEvent.click(screen.getByRole('switch', { name: 'Keep the documents' }));
  expect((await screen.findByRole('dialog')).textContent).toMatch(
    /Its pages stay in the knowledge base\. The history of its runs is deleted/,
  );
});

test('a deletion that a proxy did not wait for says that it continues, and is done once the item is gone', async () => {
  const deletion = 'DELETE /api/v1/form-interfaces/fmi_1';
  const onDelete = vi.fn();
  const { answer, sent } = startApiDouble({
    [deletion]: { status: 504, code: 'unknown' },
    'GET /api/v1/form-interfaces': { data: [form(2)] },
  });
  const readsOfList = () => sent.filter(({ method, path }) => method === 'GET' && /form-interfaces(\?|$)/.test(path));
  function Deletion() {
    forms.useList();
    const { mutateAsync } = forms.useRemove();
    const onConfirm = async () => onDelete(await mutateAsync('fmi_1'));
    return <Confirm open onClose={() => undefined} onConfirm={onConfirm} title="Delete?" text="" action="Delete" />;
  }
  renderInConsole(<Deletion />, ownerMe);
  await vi.waitFor(() => expect(readsOfList()).toHaveLength(1));
  const button = screen.getByRole('button', { name: 'Delete' });
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toMatch(/took too long to respond, and may still be working/);
  // It may be changed already: a form is paused first.
  await vi.waitFor(() => expect(readsOfList()).toHaveLength(2), { timeout: 10_000 });

  answer(deletion, { status: 404, code: 'resource_not_found', details: { resource: 'workspace', id: 'default' } });
  fireEvent.click(button);
  expect(await screen.findByText(/does not exist/)).toBeTruthy();
  expect(onDelete).not.toHaveBeenCalled();
  answer(deletion, { status: 404, code: 'resource_not_found', details: { resource: 'form interface', id: 'fmi_1' } });
  fireEvent.click(button);
  await vi.waitFor(() => expect(onDelete).toHaveBeenCalled());
});

const passkey = { id: 'pky_1', name: 'Phone', created_at: '2026-01-01T00:00:00.000Z', last_used_at: null };
const gone: readonly [string, () => ComponentChildren, RegExp, string, string][] = [
  [
    'document',
    () => <DocumentPanel baseId="kb_1" id="doc_1" onClose={() => undefined} />,
    /^Delete document/,
    '/api/v1/knowledge-bases/kb_1/documents',
    'doc_1',
  ],
  [
    'submission',
    () => <SubmissionPanel form={form(1)} id="sub_1" listed={submission} onClose={() => undefined} />,
    /^Delete submission/,
    '/api/v1/form-interfaces/fmi_1/submissions',
    'sub_1',
  ],
  ['source', renderSettings, /^Delete source/, '/api/v1/knowledge-bases/kb_1/sources', source.id],
  ['passkey', () => <PasskeyList />, /^Remove passkey/, '/api/v1/me/passkeys', 'pky_1'],
];

test.each(gone)('a %s that another member has deleted meanwhile is deleted', async (name, render, action, path, id) => {
  startApiDouble({
    'GET /api/v1/knowledge-bases/kb_1/documents/doc_1': { data: document },
    'GET /api/v1/me/passkeys': { data: [passkey] },
    [`DELETE ${path}/${id}`]: { status: 404, code: 'resource_not_found', details: { resource: name, id } },
  });
  renderInConsole(render(), { ...ownerMe, scopes: ['knowledge-bases:write', 'interfaces:write'] });
  fireEvent.click(await screen.findByRole('button', { name: action }));
  const question = { name: /\?$/ };
  const dialog = await screen.findByRole('dialog', question);
  fireEvent.click(within(dialog).getByRole('button', { name: action }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull());
});

test('that a deletion failed is shown before the list has been read again', async () => {
  const list = 'GET /api/v1/triggers';
  const { answer } = startApiDouble({
    [list]: { data: [trigger('webhook')] },
    'GET /api/v1/workflows': { data: [] },
    'DELETE /api/v1/triggers/trg_webhook': { status: 504 },
  });
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:write'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete trigger: webhook' }));
  answer(list, async () => new Promise<never>(() => undefined));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete trigger' }));
  expect(await screen.findByText(/took too long to respond/)).toBeTruthy();
});
