import type { Agent } from '@portico/shared-types/api/agents';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { startApiDouble } from '../../../test/api-double.ts';
import { choose } from '../../../test/choose.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { type } from '../../../test/type.ts';
import { DraftForm } from '../../../form/draft-form.tsx';
import { ToolsSection } from './tools-section.tsx';
import { newTool } from './tool-drafts.ts';
import { ToolDialog } from './tool-dialog.tsx';

const onClose = vi.fn();
const onApply = vi.fn();

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

function open(first = newTool('http'), replies: Parameters<typeof startApiDouble>[0] = {}) {
  const api = startApiDouble(replies);
  renderInConsole(
    <ToolDialog agentId="agt_1" draft="agents/agt_1/tools/new" first={first} onClose={onClose} onApply={onApply} />,
  );
  return api;
}

const textOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const apply = () => fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body);

test('the input of a tool survives Esc and a reload, also a body that is not JSON yet', async () => {
  open();
  type('Name', 'order_status');
  fireEvent.click(screen.getByRole('button', { name: /^Add ?: Headers$/ }));
  type('Headers 1: Name', 'X-Shop');
  type('Body (JSON)', '{"number": ');
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  cleanup();
  open();
  expect([textOf('Name'), textOf('Headers 1: Name'), textOf('Body (JSON)')]).toEqual([
    'order_status',
    'X-Shop',
    '{"number": ',
  ]);
  apply();
  expect(onApply).not.toHaveBeenCalled();
});

test('a removed tool takes its unsaved input along', async () => {
  startApiDouble({});
  const first = { ...newTool('http'), name: 'orders' };
  const agent = JSON.parse(JSON.stringify({ id: 'agt_1', tools: [first] })) as Agent;
  renderInConsole(
    <DraftForm name="agents/agt_1" saved={{ tools: agent.tools }} save={async (changes) => changes}>
      <ToolsSection agent={agent} />
    </DraftForm>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Edit orders' }));
  type('When to use it', 'An old text');
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  expect(JSON.stringify(sessionStorage)).toContain('An old text');
  fireEvent.click(screen.getByRole('button', { name: 'Remove orders' }));
  expect(JSON.stringify(sessionStorage)).not.toContain('An old text');
});

test('a header that was removed is not in the restored tool', () => {
  const http = newTool('http');
  if (http.type !== 'http') throw new Error('not an HTTP tool');
  const first = { ...http, name: 'orders', request: { ...http.request, headers: { 'X-Shop': 'k' } } };
  open(first);
  fireEvent.click(screen.getByRole('button', { name: 'Remove X-Shop' }));
  cleanup();
  open(first);
  apply();
  expect(onApply).toHaveBeenCalledWith({ ...first, request: { ...http.request, headers: {} } });
});

test('the input is forgotten when the dialog is cancelled, and when the tool is applied', () => {
  for (const end of [() => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })), apply]) {
    open();
    type('Name', 'order_status');
    expect(sessionStorage).toHaveLength(1);
    end();
    expect(sessionStorage).toHaveLength(0);
    cleanup();
    open();
    expect(textOf('Name')).toBe('');
    cleanup();
  }
});

test('a tool is neither applied nor called while its body is not JSON', () => {
  open();
  type('Name', 'order_status');
  type('Body (JSON)', '{"number": ');
  const body = screen.getByLabelText('Body (JSON)');
  body.closest('details')?.removeAttribute('open');
  apply();
  expect(onApply).not.toHaveBeenCalled();
  expect(body.closest('details')?.open).toBe(true);
  expect(document.activeElement).toBe(body);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Call' }).disabled).toBe(true);

  type('Body (JSON)', '{"number": 7}');
  apply();
  expect(onApply).toHaveBeenCalledWith(
    expect.objectContaining({ name: 'order_status', request: expect.objectContaining({ body: { number: 7 } }) }),
  );
});

const add = {
  name: 'add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: {
      a: { type: 'number' },
      exact: { type: 'boolean', default: true },
      round: { enum: ['up', 'down'] },
      labels: { type: 'array' },
    },
    required: ['a'],
  },
};
const drop = { name: 'drop', description: '', parameters: { type: 'object' } };

test('the tools of an MCP server are listed, and the chosen one is called with its arguments', async () => {
  const tool = { type: 'mcp' as const, url: 'https://tools.example/mcp' };
  const request = { type: 'mcp', name: null, method: null, url: tool.url, headers: {}, body: null, arguments: {} };
  const response = { ok: true, status: null, headers: null, content: '[…]' };
  const { sent, answer } = open(tool, {
    'POST /api/v1/agents/agt_1/tools/try': { data: { request, response, tools: [add, drop], duration_ms: 3 } },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Show its tools' }));
  expect(await screen.findByText('Adds two numbers.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SELECT'));
  expect(sent.at(-1)?.body).toEqual({ tool });
  answer('POST /api/v1/agents/agt_1/tools/try', {
    data: {
      request: { ...request, name: 'add', arguments: { a: 2 } },
      response: { ...response, content: 'It is 2.' },
      duration_ms: 3,
    },
  });
  type('a', '2');
  choose('round', 'down');
  type('labels', '["x", ');
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  expect(await screen.findByText(/This is not JSON/)).toBeTruthy();
  expect(sent).toHaveLength(1);
  type('labels', '["x"]');
  fireEvent.keyDown(screen.getByLabelText('a'), { key: 'Enter' });
  expect(await screen.findByText('It is 2.')).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({
    tool,
    name: 'add',
    arguments: { a: 2, exact: true, round: 'down', labels: ['x'] },
  });
  choose('Tool', 'drop');
  expect(screen.queryByText('It is 2.')).toBeNull();
  type('Arguments', '{"all": true}');
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ tool, name: 'drop', arguments: { all: true } }));
  // Another address may be another server.
  type('Address', 'https://other.example/mcp');
  expect(screen.queryByLabelText('Tool')).toBeNull();
});

test.each(['search, fetch', 'search، fetch', ' search,,fetch, '])(
  'the allowed tools of an MCP server stay as typed: “%s”',
  (text) => {
    open({ type: 'mcp', url: 'https://tools.example/mcp', allow: ['old'] });
    const label = 'Only these tools';
    type(label, '');
    for (const letter of text) type(label, textOf(label) + letter);
    expect(textOf(label)).toBe(text);
    fireEvent.submit(screen.getByLabelText(label).closest('form') ?? document.body);
    expect(onApply).toHaveBeenCalledWith({ type: 'mcp', url: 'https://tools.example/mcp', allow: ['search', 'fetch'] });
  },
);

test('a server that cannot be asked says why', async () => {
  const request = { type: 'mcp', name: null, method: null, url: 'x', headers: {}, body: null, arguments: {} };
  const response = { ok: false, status: null, headers: null, content: 'The MCP server gave no tools.' };
  open(newTool('mcp'), {
    'POST /api/v1/agents/agt_1/tools/try': { data: { request, response, duration_ms: 3 } },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Show its tools' }));
  expect(await screen.findByText('The MCP server gave no tools.')).toBeTruthy();
  expect(screen.getByText('Failed')).toBeTruthy();
});

test('an HTTP tool is called with a value for each of its arguments', async () => {
  const http = newTool('http');
  if (http.type !== 'http') throw new Error('not an HTTP tool');
  const properties = { number: { type: 'string' }, count: { type: 'integer' } };
  const { sent } = open({ ...http, parameters: { type: 'object', properties, required: ['number'] } });
  type('number', 'A-1');
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ arguments: { number: 'A-1' } }));
});

test('arguments keep what the dialog doesn’t show, also if they are renamed', () => {
  const http = newTool('http');
  if (http.type !== 'http') throw new Error('not an HTTP tool');
  const properties = {
    status: { type: 'string', enum: ['open', 'closed'] },
    since: { type: ['string', 'null'], format: 'date' },
    filter: { anyOf: [{ type: 'object' }, { type: 'null' }] },
    size: { type: 'string', pattern: '^[SML]$' },
  };
  open({ ...http, name: 'orders', parameters: { type: 'object', properties, required: [] } });
  type('Name 1', 'state');
  type('What it is 1', 'State of the order');
  type('What it is 2', 'Day');
  expect(textOf('Type 2')).toBe('other');
  choose('Type 4', 'number');
  apply();
  expect(onApply.mock.lastCall?.[0].parameters.properties).toEqual({
    state: { ...properties.status, description: 'State of the order' },
    since: { ...properties.since, description: 'Day' },
    filter: properties.filter,
    size: { type: 'number' },
  });
});

/** An agent with two tools, whose save the server refuses. */
async function saveRefused(
  fields: readonly { path: string; code: string; message: string }[],
  untilRefused = Promise.resolve(),
) {
  startApiDouble({});
  const http = newTool('http');
  if (http.type !== 'http') throw new Error('not an HTTP tool');
  const tools = [
    { ...newTool('builtin') },
    { ...http, name: 'orders', request: { ...http.request, headers: { 'X Shop': 'k' } } },
  ];
  const agent = JSON.parse(JSON.stringify({ id: 'agt_1', name: 'Guide', tools })) as Agent;
  const save = async (): Promise<never> => {
    await untilRefused;
    throw new ApiError({ status: 400, code: 'validation_error', message: 'no', fields });
  };
  renderInConsole(
    <DraftForm name="agents/agt_1" saved={{ tools: agent.tools }} save={save}>
      <ToolsSection agent={agent} />
    </DraftForm>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Edit orders' }));
  type('When to use it', 'Looks up an order');
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
}

const row = () => within(screen.getByRole('heading', { name: 'orders', hidden: true }).closest('li') ?? document.body);

test('a save that fails for a tool marks it and opens its dialog at the field', async () => {
  await saveRefused([{ path: 'tools.1.request.url', code: 'invalid_url', message: 'must be an address' }]);
  const text = 'Use an address like https://example.com.';
  const address = await screen.findByLabelText('Address');
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(screen.getByRole('dialog').textContent).toContain(text);
  fireEvent.keyDown(address, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(row().getByText(text)).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Edit orders' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address')));
  type('Address', 'https://api.harbor.example/orders');
  expect(screen.getByRole('dialog').textContent).not.toContain(text);
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(row().queryByText(text)).toBeNull();
});

test('a save that fails does not replace the dialog of another tool', async () => {
  const refuse = Promise.withResolvers<void>();
  await saveRefused([{ path: 'tools.1.request.url', code: 'invalid_url', message: 'no' }], refuse.promise);
  fireEvent.click(screen.getAllByRole('button', { name: /^Edit / })[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  refuse.resolve();
  await waitFor(() => expect(row().getByText('Use an address like https://example.com.')).toBeTruthy());
  expect([dialog.isConnected, screen.queryByLabelText('Address')]).toEqual([true, null]);
});

test('a fault in a header, and one without a field, are shown in the dialog of the tool', async () => {
  await saveRefused([
    { path: 'tools.1.request.headers.X Shop', code: 'invalid', message: 'is not a header name' },
    { path: 'tools.1.visitor_token', code: 'invalid', message: 'is not possible here' },
  ]);
  const name = await screen.findByLabelText('Headers 1: Name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.getAttribute('aria-invalid')).toBe('true');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('This is not a header name.')).toBeTruthy();
  expect(dialog.getByRole('alert').textContent).toBe('visitor_token: This is not possible here.');
});

test('a fault of the whole tool is shown until the tool changes', async () => {
  await saveRefused([{ path: 'tools.1', code: 'invalid', message: 'is not possible here' }]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('This is not possible here.')).toBeTruthy();
  type('When to use it', 'Looks up a delivery');
  expect(dialog.queryByText('This is not possible here.')).toBeNull();
});

test('a fault in an argument is at its row, until the argument changes', async () => {
  startApiDouble({});
  const client = newTool('client');
  if (client.type !== 'client') throw new Error('not a page tool');
  const parameters = { type: 'object' as const, properties: { size: { type: 'string' }, 'a.b': { type: 'string' } } };
  renderInConsole(
    <ToolDialog
      agentId="agt_1"
      draft="agents/agt_1/tools/new"
      first={{ ...client, name: 'basket', parameters }}
      faults={[{ path: 'parameters.properties.a.b.type', text: 'is not a type' }]}
      onClose={onClose}
      onApply={onApply}
    />,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name 2')));
  expect(screen.getByText('is not a type')).toBeTruthy();
  type('What it is 2', 'The basket');
  expect(screen.queryByText('is not a type')).toBeNull();
});

test('the workflow of a tool says that it is loading, and why the workflows can’t be read', async () => {
  const failure = Promise.withResolvers<object>();
  const api = open(newTool('workflow'), { 'GET /api/v1/workflows': async () => failure.promise });
  await screen.findByRole('option', { name: 'Loading' });
  failure.resolve({ status: 500 });
  expect(await screen.findByText('Something went wrong on the server.')).toBeTruthy();
  api.answer('GET /api/v1/workflows', { data: [{ id: 'wf_1', name: 'Orders' }] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: 'Orders' });
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Workflow' }));
});
