import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import { EditTrigger } from './edit-trigger.tsx';
import TriggersPart from './triggers-part.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const trigger = {
  id: 'trg_1',
  name: 'Every minute',
  workflow_id: 'wf_1',
  type: 'schedule',
  enabled: true,
  inputs: { text: 'Old', unknown: 1, language: 'de' },
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  webhook: null,
  last_fired_at: null,
  next_fire_at: null as string | null,
  last_error: null,
};
const schemaOf = (name: string, extra: object = {}) => ({
  type: 'object',
  properties: { [name]: { type: 'string' }, language: { type: 'string' } },
  required: [name],
  ...extra,
});

function start(change: object = {}) {
  return startApiDouble({
    'GET /api/v1/triggers': { data: [{ ...trigger, ...change }] },
    'GET /api/v1/triggers/trg_1': { data: { ...trigger, ...change } },
    'PATCH /api/v1/triggers/trg_1': { data: trigger },
    'GET /api/v1/workflows': {
      data: [
        { id: 'wf_1', name: 'Summary', input_schema: schemaOf('text') },
        { id: 'wf_2', name: 'Translation', input_schema: schemaOf('phrase') },
      ],
    },
    'GET /api/v1/workflows/wf_1': { data: { id: 'wf_1', input_schema: schemaOf('text') } },
    'GET /api/v1/workflows/wf_2': {
      data: { id: 'wf_2', input_schema: schemaOf('phrase', { additionalProperties: false }) },
    },
  });
}

const patchOf = ({ sent }: ReturnType<typeof start>) => sent.findLast(({ method }) => method === 'PATCH')?.body;

test('the list shows when a schedule fires next', async () => {
  start({ next_fire_at: new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString() });
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:read', 'workflows:read'] });
  expect((await screen.findByText(/Next/)).textContent).toBe('Next: in 3 days');
});

test('the list shows no ids while the names of the workflows are being read', async () => {
  const api = start();
  const workflows = Promise.withResolvers<object>();
  api.answer('GET /api/v1/workflows', async () => workflows.promise);
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:read', 'workflows:read'] });
  const row = (await screen.findByText('Every minute')).closest('tr');
  expect(row?.textContent).not.toContain('wf_1');
  workflows.resolve({ data: [{ id: 'wf_1', name: 'Summary' }] });
  await waitFor(() => expect(row?.textContent).toContain('Summary'));
});

test('the list shows why a schedule did not fire, and when', async () => {
  start({ last_error: { message: 'inputs.text: is required', at: new Date(Date.now() - 60_000).toISOString() } });
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:read', 'workflows:read'] });
  const reason = await screen.findByText('inputs.text: is required');
  const cell = within(reason.closest('td') ?? document.body);
  expect(cell.getByText('Never')).toBeTruthy();
  expect(cell.getByText(/Skipped/).textContent).toMatch(/1 minute ago|1 min/);
});

test('the list shows that a schedule lacks a required input', async () => {
  const next = new Date(Date.now() + 86_400_000).toISOString();
  start({ next_fire_at: next, inputs: { language: 'de' } });
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:read', 'workflows:read'] });
  const cell = (await screen.findByText('Will be skipped:')).closest('td');
  expect(cell?.textContent).toContain('text: This is required.');
});

test('a schedule that will be skipped says why when it is turned on', async () => {
  const api = start({ enabled: false });
  const warnings = [{ path: 'body.inputs.text', message: 'is required' }];
  api.answer('PATCH /api/v1/triggers/trg_1', { data: { ...trigger, warnings } });
  renderInConsole(
    <ToasterProvider>
      <TriggersPart />
    </ToasterProvider>,
    { ...ownerMe, scopes: ['triggers:read', 'triggers:write', 'workflows:read'] },
  );
  fireEvent.click(await screen.findByRole('switch', { name: 'Every minute' }));
  const text = '“Every minute” will be skipped until this is changed: text: This is required.';
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});

test('the inputs of a trigger are changed with their fields; those that the workflow doesn’t declare stay', async () => {
  const api = start();
  renderInConsole(<EditTrigger id="trg_1" onClose={() => {}} />);
  const text = await screen.findByLabelText<HTMLTextAreaElement>('text');
  expect(text.value).toBe('Old');
  fireEvent.input(text, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This is required.')).toBeTruthy();
  fireEvent.input(text, { target: { value: 'New' } });
  fireEvent.input(screen.getByLabelText(/^language/), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  // A merge patch: null removes an input.
  await waitFor(() => expect(patchOf(api)).toBeDefined());
  expect(patchOf(api)).toEqual({
    name: 'Every minute',
    workflow_id: 'wf_1',
    inputs: { text: 'New', language: null },
    schedule: trigger.schedule,
  });
});

test('the address of a trigger can be read and copied without a pointer', async () => {
  start({ type: 'webhook', schedule: null, webhook: { url: 'https://portico.example/hooks/trg_1' } });
  renderInConsole(<EditTrigger id="trg_1" onClose={() => {}} />);
  expect(await screen.findByText('https://portico.example/hooks/trg_1')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy: Address' })).toBeTruthy();
});

test('the secret of an address is replaced after a question, and shown once with the address', async () => {
  const url = 'https://portico.example/hooks/trg_1';
  const api = start({ type: 'webhook', schedule: null, webhook: { url } });
  api.answer('POST /api/v1/triggers/trg_1/rotate-secret', { data: { webhook: { url, secret: 'whsec_new' } } });
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:read', 'triggers:write', 'workflows:read'] });
  fireEvent.click(await screen.findByRole('button', { name: 'New secret: Every minute' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText('Requests with the old one are refused immediately.')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'New secret' }));
  expect(await screen.findByText('whsec_new')).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByText(url)).toBeTruthy();
});

test('a trigger without an address has no secret to replace', async () => {
  start();
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:read', 'triggers:write', 'workflows:read'] });
  expect(await screen.findByRole('button', { name: 'Edit “Every minute”' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /New secret/ })).toBeNull();
});

test('another workflow has its own inputs, and gets none that it refuses', async () => {
  const api = start();
  renderInConsole(<EditTrigger id="trg_1" onClose={() => {}} />);
  await screen.findByLabelText('text');
  const select = screen.getByLabelText<HTMLSelectElement>('Workflow');
  select.value = 'wf_2';
  // With preact/compat, fireEvent.change would send an input event.
  select.dispatchEvent(new Event('change', { bubbles: true }));
  fireEvent.input(await screen.findByLabelText('phrase'), { target: { value: 'Good morning' } });
  expect(screen.queryByLabelText('text')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patchOf(api)).toBeDefined());
  expect(patchOf(api)).toMatchObject({
    workflow_id: 'wf_2',
    inputs: { phrase: 'Good morning', text: null, unknown: null, language: null },
  });
});

test('a trigger keeps what somebody else has changed in it meanwhile, and warns of what both have changed', async () => {
  const api = start();
  renderInConsole(<EditTrigger id="trg_1" onClose={() => {}} />);
  fireEvent.input(await screen.findByLabelText('text'), { target: { value: 'New' } });
  const theirs = { ...trigger, name: 'Hourly', schedule: { cron: '0 * * * *', timezone: 'UTC' } };
  api.answer('GET /api/v1/triggers/trg_1', { data: { ...theirs, inputs: { ...trigger.inputs, text: 'Theirs' } } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('somebody else, or in another tab: text.');
  expect(patchOf(api)).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(patchOf(api)).toBeDefined());
  expect(patchOf(api)).toEqual({
    name: 'Hourly',
    workflow_id: 'wf_1',
    inputs: { text: 'New' },
    schedule: theirs.schedule,
  });
});

test('who has changed an input learns that somebody else has chosen another workflow', async () => {
  const api = start();
  renderInConsole(<EditTrigger id="trg_1" onClose={() => {}} />);
  fireEvent.input(await screen.findByLabelText('text'), { target: { value: 'New' } });
  api.answer('GET /api/v1/triggers/trg_1', { data: { ...trigger, workflow_id: 'wf_2', inputs: { phrase: 'Theirs' } } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('somebody else, or in another tab: Inputs.');
});

test('a link to a deleted trigger says so', async () => {
  startApiDouble({ 'GET /api/v1/workflows': { data: [] } });
  renderInConsole(<EditTrigger id="trg_2" onClose={() => {}} />);
  expect(await screen.findByRole('heading', { name: 'There is nothing here' })).toBeTruthy();
});

test('a trigger can be changed while the list of workflows can’t be read', async () => {
  const api = start();
  api.answer('GET /api/v1/workflows', { status: 500 });
  renderInConsole(<EditTrigger id="trg_1" onClose={() => {}} />);
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'Each minute' } });
  expect(await screen.findByText('Something went wrong on the server.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patchOf(api)).toMatchObject({ name: 'Each minute', workflow_id: 'wf_1' }));
});

test('a trigger of the list that somebody has deleted says so at once, and keeps what was typed', async () => {
  const api = start();
  const reading = Promise.withResolvers<object>();
  api.answer('GET /api/v1/triggers/trg_1', async () => reading.promise);
  renderInConsole(<TriggersPart />, { ...ownerMe, scopes: ['triggers:read', 'triggers:write', 'workflows:read'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit “Every minute”' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.input(dialog.getByLabelText('Name'), { target: { value: 'Each minute' } });
  reading.resolve({ status: 404, code: 'resource_not_found' });
  expect((await dialog.findByRole('alert')).textContent).toBe('It does not exist, or was deleted.');
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Each minute');
});
