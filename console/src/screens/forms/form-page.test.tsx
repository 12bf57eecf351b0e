import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { FormPage } from './form-page.tsx';

const form = {
  id: 'fmi_1',
  name: 'Offers',
  title: 'Ask for "an offer" & more',
  slug: 'offer',
  status: 'active',
  allowed_origins: [],
  input_label: null,
  workflow_id: 'wfl_1',
  fields: [
    { name: 'berths', label: 'Which connections do you need?', type: 'multiselect', options: ['Water', 'Power'] },
    { name: 'arrival', label: 'Arrival', type: 'date' },
    { name: 'length', label: 'Length in metres', type: 'number' },
    { name: 'crane', label: 'Crane', type: 'checkbox' },
    { name: 'notes', label: 'Anything else?', type: 'textarea' },
  ],
  stats: { submissions: 0 },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(current: object = form) {
  startApiDouble({ 'GET /api/v1/form-interfaces/fmi_1': { data: current } });
  // A preview needs the right to change forms.
  renderInConsole(<FormPage id="fmi_1" tab="install" submission={undefined} />, {
    ...ownerMe,
    scopes: ['interfaces:read'],
  });
}

const snippet = async (kind: string) => {
  fireEvent.click(await screen.findByRole('radio', { name: kind }));
  return (await screen.findByRole('group', { name: 'Put it on your site' })).textContent;
};

test('a form has a snippet for HTML, React, a frame and a link', async () => {
  open();
  const server = location.origin;
  expect(await snippet('HTML')).toBe(
    `<div id="portico-form"></div>\n<script async src="${server}/embed.js" data-form="offer" data-mode="inline" data-target="#portico-form"></script>`,
  );
  expect(await snippet('React')).toContain(`<PorticoForm form="offer" host="${server}" />`);
  expect(await snippet('Frame')).toContain(
    `<iframe src="${server}/forms/offer" title="Ask for &quot;an offer&quot; &amp; more" width="100%"`,
  );
  expect(await snippet('Link')).toBe(`${server}/forms/offer`);
  expect(screen.getByText(/Any site may show this form/)).toBeTruthy();
  expect(screen.queryByText(/This form is paused/)).toBeNull();
});

test('before a form is live, its page says what keeps visitors out', async () => {
  open({ ...form, status: 'paused', allowed_origins: ['https://harbor.example', 'https://quay.example'] });
  expect(await screen.findByText('This form is paused: visitors don’t see it.')).toBeTruthy();
  expect(screen.getByText(/Only https:\/\/harbor.example and https:\/\/quay.example may show this form/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Choose the sites' });
  await waitFor(() => expect(link.getAttribute('href')).toBe('/forms/fmi_1/settings'));
});

test('an agent beyond the first hundred is shown as the one that a form has', async () => {
  const pages = [
    Array.from({ length: 100 }, (_, at) => ({ id: `agt_${at}`, name: `Desk ${at}` })),
    [{ id: 'agt_last', name: 'Harbour desk' }],
  ];
  startApiDouble({
    'GET /api/v1/form-interfaces/fmi_1': { data: { ...form, target_type: 'agent', agent_id: 'agt_last' } },
    'GET /api/v1/workflows': { data: [] },
    'GET /api/v1/agents': ({ path }) => ({
      data: pages[Number(new URL(path, location.origin).searchParams.get('page') ?? 1) - 1] ?? [],
      pagination: { total_pages: 2 },
    }),
  });
  // A preview needs the right to change forms.
  const scopes = ['interfaces:read', 'agents:read', 'workflows:read'];
  renderInConsole(<FormPage id="fmi_1" tab="target" submission={undefined} />, { ...ownerMe, scopes });
  await screen.findByRole('option', { name: 'Harbour desk' });
  expect(screen.getByRole('combobox', { name: 'Agent' })).toHaveProperty('value', 'agt_last');
});

const submission = {
  id: 'sub_1',
  interface_id: 'fmi_1',
  message: 'A berth for Saturday',
  inputs: {},
  files: [],
  urls: [],
  unread: [],
  output: 'Berth 4 is free.',
  execution_id: null,
  thread_id: null,
  rerun_of: null,
  preview: false,
  execution_status: 'completed',
  error: null,
  submitted_at: '2026-01-01T00:00:00.000Z',
  completed_at: '2026-01-01T00:00:05.000Z',
};

function openSubmission(replies: Parameters<typeof startApiDouble>[0], scopes: readonly string[] = []) {
  const api = startApiDouble({ 'GET /api/v1/form-interfaces/fmi_1': { data: form }, ...replies });
  renderInConsole(<FormPage id="fmi_1" tab="submissions" submission="sub_1" />, {
    ...ownerMe,
    scopes: ['interfaces:read', ...scopes],
  });
  return api;
}

const listPath = 'GET /api/v1/form-interfaces/fmi_1/submissions';

test('the address of a submission opens it, also if it is not on the first page of the list', async () => {
  openSubmission({ [listPath]: { data: [] }, [`${listPath}/sub_1`]: { data: submission } });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  expect(await panel.findByText('Berth 4 is free.')).toBeTruthy();
});

const byAgent = { ...submission, thread_id: 'thr_1' };
const reply = {
  id: 'msg_2',
  role: 'assistant',
  author: { type: 'agent', id: 'agt_7', name: 'Harbour guide', avatar_url: null },
};

test('a submission that an agent handled names the agent, and how its reply came about', async () => {
  openSubmission(
    {
      [listPath]: { data: [] },
      [`${listPath}/sub_1`]: { data: byAgent },
      'GET /api/v1/threads/thr_1/messages': {
        data: [{ id: 'msg_1', role: 'user', author: { type: 'visitor' } }, reply],
      },
      'GET /api/v1/threads/thr_1/messages/msg_2/trace': {
        data: { rewritten_query: null, passages: [], steps: [], duration_ms: 1_200, credits: 2, usage: null },
      },
    },
    ['threads:read', 'agents:read'],
  );
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  const agent = await panel.findByRole('link', { name: 'Harbour guide' });
  expect(agent.getAttribute('href')).toBe('/agents/agt_7');
  expect(await panel.findByText(/2 credits/)).toBeTruthy();
  expect([panel.queryByText('Execution'), panel.queryByText('Runs again'), panel.queryByText('–')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('without threads:read, the id of the thread is what is known of the agent’s reply', async () => {
  const { sent } = openSubmission({ [listPath]: { data: [] }, [`${listPath}/sub_1`]: { data: byAgent } });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  expect(await panel.findByText('thr_1')).toBeTruthy();
  expect(sent.some(({ path }) => path.includes('/threads/'))).toBe(false);
});

test('a listed submission is shown while it is being read, and then as it is now', async () => {
  const listed = { ...submission, execution_status: 'running', output: 'Berth 4' };
  const read = Promise.withResolvers<{ data: typeof submission }>();
  openSubmission({ [listPath]: { data: [listed] }, [`${listPath}/sub_1`]: async () => read.promise });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  expect(await panel.findByText('Berth 4')).toBeTruthy();
  read.resolve({ data: submission });
  expect(await panel.findByText('Berth 4 is free.')).toBeTruthy();
});

test('submissions are searched, and the download has what was found', async () => {
  const api = openSubmission({ [listPath]: { data: [] }, [`${listPath}/sub_1`]: { data: submission } });
  fireEvent.input(await screen.findByLabelText('Search submissions'), { target: { value: 'ada@example.com' } });
  await waitFor(() => {
    const asked = api.sent.findLast(({ path }) => path.includes('/submissions?'));
    expect(new URL(asked?.path ?? '', location.origin).searchParams.get('q')).toBe('ada@example.com');
  });
  const download = screen.getByRole('link', { name: 'Download CSV', hidden: true });
  expect(download.getAttribute('href')).toContain('q=ada%40example.com');
});

test('the panel says that a submission does not exist', async () => {
  openSubmission({ [listPath]: { data: [{ ...submission, id: 'sub_2' }] } });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  expect(await panel.findByText('There is nothing here')).toBeTruthy();
});

test('the submission that was run again is opened with the filters of the list', async () => {
  history.replaceState(null, '', '/console/forms/fmi_1/submissions/sub_1?status=failed');
  openSubmission({ [listPath]: { data: [] }, [`${listPath}/sub_1`]: { data: { ...submission, rerun_of: 'sub_0' } } });
  const link = await screen.findByRole('link', { name: 'sub_0' });
  expect(link.getAttribute('href')).toBe('/forms/fmi_1/submissions/sub_0?status=failed');
});

test('the download has the filters of the list', async () => {
  history.replaceState(null, '', '/console/forms/fmi_1/submissions/sub_1?status=failed&from=2026-01-01');
  openSubmission({ [listPath]: { data: [] }, [`${listPath}/sub_1`]: { data: submission } });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Download CSV', hidden: true });
  const query = new URL(link.href).searchParams;
  expect([query.get('status'), query.get('from')]).toEqual(['failed', expect.stringMatching(/^20/)]);
});

const answers = {
  old_field: ['one', 2],
  notes: 'Two lines\nof text',
  crane: false,
  length: 12.3456,
  arrival: '2026-06-03',
  berths: ['Water', 'Power'],
};

test('a submission shows each answer by the label of its field, as people write it', async () => {
  const sent = {
    ...submission,
    message: '',
    inputs: answers,
    urls: ['https://harbor.example/plan'],
    files: [
      {
        file_id: 'fil_1',
        file_name: 'plan.pdf',
        file_size: 2_048,
        download_url: 'https://portico.example/files/fil_1?sig=x',
        storage_uri: 'storage://fil_1',
        mime_type: 'application/pdf',
      },
    ],
  };
  openSubmission({ [listPath]: { data: [sent] }, [`${listPath}/sub_1`]: { data: sent } });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  await panel.findByText('Arrival');
  const terms = panel.getAllByRole('term').map(({ textContent }) => textContent);
  const values = panel.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(terms.slice(0, 8).map((term, at) => [term, values[at]])).toEqual([
    ['Which connections do you need?', 'Water\nPower'],
    ['Arrival', 'Jun 3, 2026'],
    ['Length in metres', '12.3456'],
    ['Crane', 'No'],
    ['Anything else?', 'Two lines\nof text'],
    ['old_field', 'one\n2'],
    ['Files', 'plan.pdf 2\u00A0kB'],
    ['Addresses of pages', 'https://harbor.example/plan'],
  ]);
  expect(panel.getByRole('link', { name: 'plan.pdf' }).getAttribute('href')).toBe(sent.files[0]?.download_url);
  const row = await screen.findByRole('link', { name: /^Which connections/, hidden: true });
  expect(row.textContent).toContain('Which connections do you need?: Water, Power · Arrival: Jun 3, 2026 · ');
  expect(row.textContent).toContain('Crane: No');
});

test('a submission that a member has sent in a preview is marked in the list and in the panel', async () => {
  const sent = { ...submission, preview: true };
  openSubmission({
    [listPath]: { data: [sent, { ...submission, id: 'sub_2' }] },
    [`${listPath}/sub_1`]: { data: sent },
  });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  await panel.findByText('Preview');
  const table = within(await screen.findByRole('table', { name: 'Submissions', hidden: true }));
  expect(table.getAllByText('Preview')).toHaveLength(1);
});

const waiting = { ...submission, execution_status: 'running', execution_id: 'exe_1', completed_at: null, output: null };
const approval = {
  node_id: 'ask',
  node_type: 'approval',
  attempt: 1,
  status: 'waiting',
  inputs: { title: 'Berth 4?' },
};

test.each([
  ['a decision', [approval], 'An approval waits for a decision: Berth 4?', 'Open the approval'],
  [
    'a time',
    [{ ...approval, node_type: 'delay' }],
    'The workflow waits, for example for a decision or a time.',
    'Open the execution',
  ],
])('a submission whose workflow waits for %s says so, with a link', async (_, runs, text, link) => {
  openSubmission(
    {
      [listPath]: { data: [waiting] },
      [`${listPath}/sub_1`]: { data: waiting },
      'GET /api/v1/executions': { data: [{ id: 'exe_1', status: 'waiting' }] },
      'GET /api/v1/executions/exe_1/nodes': { data: runs },
    },
    ['executions:read'],
  );
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  expect(await panel.findByText('Waiting')).toBeTruthy();
  const sentence = await panel.findByText(
    (_, element) => element?.matches('p') === true && element.textContent === text,
  );
  expect(sentence).toBeTruthy();
  expect(panel.getByRole('link', { name: link }).getAttribute('href')).toBe('/executions/exe_1');
  const row = within(screen.getByRole('row', { name: /A berth for Saturday/, hidden: true }));
  expect(await row.findByText('Waiting')).toBeTruthy();
  expect(row.queryByText('Running')).toBeNull();
});

test('without the right to read executions, a submission is running until it has ended', async () => {
  const api = openSubmission({ [listPath]: { data: [waiting] }, [`${listPath}/sub_1`]: { data: waiting } });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  expect(await panel.findByText('Running')).toBeTruthy();
  expect(api.sent.some(({ path }) => path.startsWith('/api/v1/executions'))).toBe(false);
});

test('members who may not change a form have no empty place beside its settings', async () => {
  startApiDouble({ 'GET /api/v1/form-interfaces/fmi_1': { data: form } });
  renderInConsole(<FormPage id="fmi_1" tab="settings" submission={undefined} />, {
    ...ownerMe,
    scopes: ['interfaces:read'],
  });
  expect(await screen.findByText(/You can look, but not change/)).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('the table of submissions to download calls its columns as the form calls its questions', async () => {
  startApiDouble({
    'GET /api/v1/form-interfaces/fmi_1': { data: form },
    'GET /api/v1/form-interfaces/fmi_1/submissions': { data: [] },
  });
  renderInConsole(<FormPage id="fmi_1" tab="submissions" submission={undefined} />);
  const link = await screen.findByRole('link', { name: 'Download CSV' });
  expect(new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('columns')).toBe('labels');
});
