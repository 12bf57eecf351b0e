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
  stats: { submissions: 0 },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(current: object = form) {
  startApiDouble({ 'GET /api/v1/form-interfaces/fmi_1': { data: current } });
  // Without the right to change forms there is no preview.
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

function openSubmission(replies: Parameters<typeof startApiDouble>[0]) {
  const api = startApiDouble({ 'GET /api/v1/form-interfaces/fmi_1': { data: form }, ...replies });
  renderInConsole(<FormPage id="fmi_1" tab="submissions" submission="sub_1" />, {
    ...ownerMe,
    scopes: ['interfaces:read'],
  });
  return api;
}

const listPath = 'GET /api/v1/form-interfaces/fmi_1/submissions';

test('the address of a submission opens it, also if it is not on the first page of the list', async () => {
  openSubmission({ [listPath]: { data: [] }, [`${listPath}/sub_1`]: { data: submission } });
  const panel = within(await screen.findByRole('dialog', { name: 'Submission' }));
  expect(await panel.findByText('Berth 4 is free.')).toBeTruthy();
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
  history.replaceState(null, '', '/');
});
