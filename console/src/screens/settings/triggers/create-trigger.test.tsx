import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { choose } from '../../../test/choose.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { CreateTrigger } from './create-trigger.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string', title: 'Text to summarize' },
    words: { type: 'integer', default: 50 },
    tags: { type: 'array' },
  },
  required: ['text', 'words'],
};

type Reply = object | (() => Promise<object>);

function open(workspace: Reply, workflows: Reply = { data: [{ id: 'wf_1', name: 'Weekly report' }] }) {
  const api = startApiDouble({
    'GET /api/v1/workflows': workflows,
    'GET /api/v1/workflows/wf_1': { data: { id: 'wf_1', input_schema: schema } },
    'GET /api/v1/workspace': workspace,
    'POST /api/v1/triggers': { status: 201, data: { webhook: null } },
  });
  renderInConsole(<CreateTrigger isOpen onClose={() => {}} />);
  return api;
}

const sentBy = ({ sent }: ReturnType<typeof startApiDouble>) => sent.findLast(({ method }) => method === 'POST')?.body;
const zone = async () => screen.findByLabelText<HTMLInputElement>('Time zone');

test('a schedule is in the time zone of the workspace, and says so', async () => {
  const api = open({ data: { timezone: 'Pacific/Auckland' } });
  await waitFor(async () => expect((await zone()).value).toBe('Pacific/Auckland'));
  expect((await zone()).getAttribute('aria-describedby')).toBe(
    screen.getByText(/time zone of the workspace/).closest('[id]')?.id,
  );
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Report' } });
  fireEvent.input(await screen.findByLabelText('Text to summarize'), { target: { value: 'The tide tables' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'POST')).toBe(true));
  expect(api.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    schedule: { timezone: 'Pacific/Auckland' },
    // The server uses the default of the schema for the other one.
    inputs: { text: 'The tide tables' },
  });
});

test('a schedule can’t be created without the inputs that its workflow needs', async () => {
  const api = open({ data: { timezone: 'UTC' } });
  const text = await screen.findByLabelText('Text to summarize');
  expect(screen.getByLabelText<HTMLInputElement>('words').value).toBe('50');
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Report' } });
  fireEvent.input(screen.getByLabelText(/^tags/), { target: { value: '["a"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  expect(await screen.findByText('This is required.')).toBeTruthy();
  expect(screen.getByText('This is not valid JSON.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(text));
  expect(api.sent.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.input(text, { target: { value: 'x' } });
  fireEvent.input(screen.getByLabelText(/^tags/), { target: { value: '["a"]' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  await waitFor(() => expect(sentBy(api)).toMatchObject({ inputs: { text: 'x', tags: ['a'] } }));
});

test('the inputs of other triggers are defaults, so that none is required', async () => {
  const api = open({ data: { timezone: 'UTC' } });
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'Hook' } });
  const select = screen.getByLabelText<HTMLSelectElement>('Started by');
  select.value = 'webhook';
  // With preact/compat, fireEvent.change would send an input event.
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(await screen.findByLabelText(/^Text to summarize/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  await waitFor(() => expect(sentBy(api)).toMatchObject({ type: 'webhook', inputs: {} }));
});

test('the secret of a new trigger is shown with the address that it is for', async () => {
  const api = open({ data: { timezone: 'UTC' } });
  const webhook = { url: 'https://portico.example/hooks/trg_1', secret: 'whsec_new' };
  api.answer('POST /api/v1/triggers', { status: 201, data: { webhook } });
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'Hook' } });
  choose('Started by', 'webhook');
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  expect(await screen.findByText('whsec_new')).toBeTruthy();
  expect(screen.getByText('https://portico.example/hooks/trg_1')).toBeTruthy();
});

test('if the workflow can’t be read, the inputs are typed as JSON', async () => {
  const api = open({ data: { timezone: 'UTC' } });
  api.answer('GET /api/v1/workflows/wf_1', { status: 403, code: 'permission_denied' });
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'Report' } });
  fireEvent.input(await screen.findByLabelText(/^Inputs \(JSON\)/), { target: { value: '{"text": "x"}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  await waitFor(() => expect(sentBy(api)).toMatchObject({ inputs: { text: 'x' } }));
});

test('if the workspace can’t be read, it is in that of the browser, and says so', async () => {
  open({ status: 500 });
  await waitFor(async () => expect((await zone()).value).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone));
  expect(screen.getByText(/time zone of this browser/)).toBeTruthy();
});

test('it opens while the workflows and the time zone are still being read', async () => {
  const workflows = Promise.withResolvers<object>();
  const workspace = Promise.withResolvers<object>();
  const api = open(
    async () => workspace.promise,
    async () => workflows.promise,
  );
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Report' } });
  expect(screen.getByLabelText('Workflow').textContent).toBe('Loading');
  workflows.resolve({ data: [{ id: 'wf_1', name: 'Weekly report' }] });
  workspace.resolve({ data: { timezone: 'Pacific/Auckland' } });
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Workflow').value).toBe('wf_1'));
  await waitFor(async () => expect((await zone()).value).toBe('Pacific/Auckland'));
  fireEvent.input(await screen.findByLabelText('Text to summarize'), { target: { value: 'x' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create trigger' }));
  await waitFor(() =>
    expect(sentBy(api)).toMatchObject({
      name: 'Report',
      workflow_id: 'wf_1',
      schedule: { timezone: 'Pacific/Auckland' },
    }),
  );
});

test('it says why the workflows can’t be read, and tries again', async () => {
  const api = open({ data: { timezone: 'UTC' } }, { status: 500 });
  expect(await screen.findByText('Something went wrong on the server.')).toBeTruthy();
  api.answer('GET /api/v1/workflows', { data: [{ id: 'wf_1', name: 'Weekly report' }] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  // The button is gone.
  const select = screen.getByLabelText<HTMLSelectElement>('Workflow');
  expect(document.activeElement).toBe(select);
  await waitFor(() => expect(select.value).toBe('wf_1'));
  expect(screen.queryByText('Something went wrong on the server.')).toBeNull();
});

test('a trigger that was left as a webhook has the time zone of the workspace once it is a schedule again', async () => {
  open({ data: { timezone: 'Pacific/Auckland' } });
  await screen.findByRole('option', { name: 'Weekly report' });
  choose('Started by', 'webhook');
  await waitFor(() => expect(screen.queryByLabelText('Time zone')).toBeNull());
  cleanup();
  open({ data: { timezone: 'Pacific/Auckland' } });
  await screen.findByRole('option', { name: 'Weekly report' });
  choose('Started by', 'schedule');
  await waitFor(async () => expect((await zone()).value).toBe('Pacific/Auckland'));
});
