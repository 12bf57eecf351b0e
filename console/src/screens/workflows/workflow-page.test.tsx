import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { sampleWorkflow } from '../../test/sample-workflow.ts';
import type { Text } from '../../text/texts.ts';
import { ToasterProvider } from '../../ui/toaster.tsx';
import { executionTexts } from '../executions/texts.ts';
import { editorTexts } from './editor/texts.ts';
import { fieldTexts } from './nodes/field-texts.ts';
import { nodeTexts } from './nodes/texts.ts';
import { runTexts } from './run/texts.ts';
import { workflowTexts } from './texts.ts';
import { WorkflowPage } from './workflow-page.tsx';

const workflow = {
  ...sampleWorkflow,
  definition: {
    nodes: [
      { id: 'greet', type: 'template', name: 'Greet', config: { text: 'Hello' } },
      { id: 'check', type: 'condition', name: 'Check', config: { if: 'nodes.greet.outputs.text' } },
    ],
    edges: [{ from: 'greet', to: 'check' }],
    outputs: { output: '{{ nodes.greet.outputs.text }}' },
  },
};

const scopes = ['workflows:read', 'workflows:write', 'workflows:execute', 'executions:read'];
const member = { ...ownerMe, scopes };

beforeEach(() => history.replaceState(null, '', '/workflows/wf_1?view=list'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(me: object = member, current: object = workflow, tab: 'editor' | 'settings' = 'editor') {
  const api = startApiDouble({
    'GET /api/v1/workflows/wf_1': { data: current },
    'PATCH /api/v1/workflows/wf_1': ({ body }) => ({ data: { ...workflow, ...Object(body), version: 2 } }),
  });
  renderInConsole(<WorkflowPage id="wf_1" tab={tab} />, me);
  return api;
}

const row = async (name: string) => within(await screen.findByRole('list', { name: 'Nodes' })).findByText(name);
const field = async (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);
const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ctrlKey: true, ...more });

test('a node is added on a branch, filled in and saved; what was typed survives a reload and can be undone', async () => {
  const api = open();
  fireEvent.click(await row('Check'));
  await field('If');
  // The first free branch is chosen.
  const tools = within(screen.getByRole('toolbar', { name: 'Tools of the editor' }));
  fireEvent.click(await tools.findByRole('button', { name: 'Add node' }));
  expect(await screen.findByRole('heading', { name: 'Add after “Check” on “True”' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Text/ }));
  // A required field is missing.
  expect(await screen.findByText('1 problem')).toBeTruthy();
  const text = await field('Text');
  fireEvent.input(text, { target: { value: 'Hi' } });
  fireEvent.input(text, { target: { value: 'Hi there' } });
  await waitFor(() => expect(screen.queryByText('1 problem')).toBeNull());

  cleanup();
  open();
  expect((await field('Text')).value).toBe('Hi there');
  fireEvent.input(await field('Text'), { target: { value: 'Hi you' } });
  press('z');
  await waitFor(async () => expect((await field('Text')).value).toBe('Hi there'));
  press('z', { shiftKey: true });
  await waitFor(async () => expect((await field('Text')).value).toBe('Hi you'));
  expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(false);
});

test('the first field of an added node has the focus as soon as it appears', async () => {
  open();
  const tools = within(await screen.findByRole('toolbar', { name: 'Tools of the editor' }));
  fireEvent.click(await tools.findByRole('button', { name: 'Add node' }));
  const entry = await screen.findByRole('button', { name: /^Text/ });
  const focused = new Promise<boolean>((resolve) => {
    const observer = new MutationObserver(() => {
      const text = screen.queryByLabelText('Text');
      if (text === null) return;
      observer.disconnect();
      resolve(document.activeElement === text);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  // Not with `fireEvent`, which runs all effects at once.
  entry.click();
  expect(await focused).toBe(true);
});

test('only the definition is sent, and renaming a node changes what names it', async () => {
  const api = open();
  fireEvent.click(await row('Greet'));
  const id = await screen.findByLabelText<HTMLInputElement>('ID');
  fireEvent.input(id, { target: { value: 'check' } });
  expect(await screen.findByText('Another node has this id.')).toBeTruthy();
  fireEvent.input(id, { target: { value: 'hello' } });
  // As a browser reports that the focus has left a field.
  fireEvent.focusOut(id);
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
    definition: {
      nodes: [
        { id: 'hello', type: 'template', name: 'Greet', config: { text: 'Hello' } },
        { id: 'check', type: 'condition', name: 'Check', config: { if: 'nodes.hello.outputs.text' } },
      ],
      edges: [{ from: 'hello', to: 'check' }],
      outputs: { output: '{{ nodes.hello.outputs.text }}' },
    },
  });
});

test('expressions follow an input that is renamed', async () => {
  const text =
    'To {{ inputs.message }}, {{ $count([inputs.`message`]) }}, {{ inputs.messages }}, {{ nodes.greet.inputs.message }}, inputs.message, {{ "inputs.message" & $$.inputs."message" }}';
  const body = { nodes: [{ id: 'in', type: 'template', config: { text: '{{ inputs.message }}' } }], edges: [] };
  const nodes = [
    { id: 'greet', type: 'template', config: { text } },
    {
      id: 'js',
      type: 'code',
      config: { source: 'export default (inputs) => inputs.message', inputs: { message: '{{ inputs.message }}' } },
    },
    { id: 'each', type: 'loop', config: { items: '{{ [inputs.message] }}', body } },
  ];
  const definition = { nodes, edges: [], outputs: { output: '{{ inputs.message }}' } };
  const api = open(member, { ...workflow, definition }, 'settings');
  const card = within(await screen.findByRole('group', { name: 'message' }));
  const name = card.getByLabelText('Name in expressions');
  fireEvent.input(name, { target: { value: '' } });
  fireEvent.focusOut(name);
  expect(card.getByText('This is required.')).toBeTruthy();
  fireEvent.input(name, { target: { value: 'customer text' } });
  fireEvent.focusOut(name);
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(true));
  const renamed = '{{ inputs.`customer text` }}';
  expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
    input_schema: { properties: { message: null, 'customer text': { type: 'string' } } },
    definition: {
      nodes: [
        {
          ...nodes[0],
          config: {
            text: `To ${renamed}, {{ $count([inputs.\`customer text\`]) }}, {{ inputs.messages }}, {{ nodes.greet.inputs.message }}, inputs.message, {{ "inputs.message" & $$.inputs.\`customer text\` }}`,
          },
        },
        { ...nodes[1], config: { ...nodes[1]?.config, inputs: { message: renamed } } },
        {
          ...nodes[2],
          config: {
            items: '{{ [inputs.`customer text`] }}',
            body: { ...body, nodes: [{ ...body.nodes[0], config: { text: renamed } }], outputs: {} },
          },
        },
      ],
      outputs: { output: renamed },
    },
  });
});

test('undo does not give expressions the former name of an input, and neither does a discard leave the new one', async () => {
  const nodes = [{ id: 'greet', type: 'template', name: 'Greet', config: { text: 'Hi {{ inputs.message }}' } }];
  const current = { ...workflow, definition: { nodes, edges: [], outputs: {} } };
  startApiDouble({ 'GET /api/v1/workflows/wf_1': { data: current } });
  const pages = (tab: 'editor' | 'settings') => <WorkflowPage id="wf_1" tab={tab} />;
  const { rerender } = renderInConsole(pages('editor'), member);
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: 'Hello {{ inputs.message }}' } });
  rerender(pages('settings'));
  const name = within(await screen.findByRole('group', { name: 'message' })).getByLabelText('Name in expressions');
  fireEvent.input(name, { target: { value: 'letter' } });
  fireEvent.focusOut(name);
  rerender(pages('editor'));
  expect((await field('Text')).value).toBe('Hello {{ inputs.letter }}');
  press('z');
  await waitFor(async () => expect((await field('Text')).value).toBe('Hi {{ inputs.letter }}'));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect((await field('Text')).value).toBe('Hi {{ inputs.message }}'));
  press('z');
  expect((await field('Text')).value).toBe('Hi {{ inputs.message }}');
});

test('the connection of a case follows a rename through an empty or a taken name, and the focused field is saved', async () => {
  const cases = [
    { name: 'refund', equals: 'refund' },
    { name: 'other', equals: 'other' },
  ];
  const nodes = [
    { id: 'sort', type: 'switch', name: 'Sort', config: { value: '{{ inputs.message }}', cases } },
    { id: 'ask', type: 'template', name: 'Ask', config: { text: 'Why?' } },
  ];
  const edges = [{ from: 'sort', to: 'ask', on: 'refund' }];
  const api = open(member, { ...workflow, definition: { nodes, edges, outputs: { output: 'none' } } });
  fireEvent.click(await row('Sort'));
  const name = await screen.findByLabelText<HTMLInputElement>('Cases 1: Branch');
  const type = (value: string) => fireEvent.input(name, { target: { value } });
  type('');
  fireEvent.focusOut(name);
  expect(await screen.findByText('This is required.')).toBeTruthy();
  type('other');
  fireEvent.focusOut(name);
  expect(await screen.findByText('Another case has this name.')).toBeTruthy();
  name.focus();
  type('money');
  press('s');
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    definition: {
      nodes: [{ config: { cases: [{ name: 'money', equals: 'refund' }, { name: 'other' }] } }, { id: 'ask' }],
      edges: [{ from: 'sort', to: 'ask', on: 'money' }],
    },
  });
});

test('⌘Z in an id that was not left yet undoes what was typed there, and no other change', async () => {
  open();
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: 'Hi' } });
  const id = await screen.findByLabelText<HTMLInputElement>('ID');
  fireEvent.input(id, { target: { value: 'hello' } });
  fireEvent.keyDown(id, { key: 'z', ctrlKey: true });
  fireEvent.input(id, { target: { value: 'greet' } });
  expect((await field('Text')).value).toBe('Hi');
  fireEvent.keyDown(id, { key: 'z', ctrlKey: true });
  await waitFor(async () => expect((await field('Text')).value).toBe('Hello'));
});

test('an input of a called workflow has the type that was typed', async () => {
  const api = open(member, {
    ...workflow,
    definition: {
      ...workflow.definition,
      nodes: [
        {
          id: 'call',
          type: 'workflow',
          name: 'Call',
          config: { workflow_id: 'wf_2', inputs: { days: 3, code: '007' } },
        },
      ],
      edges: [],
    },
  });
  fireEvent.click(await row('Call'));
  const value = async (at: number) => screen.findByLabelText<HTMLInputElement>(`Inputs ${at}: Value`);
  expect([(await value(1)).value, (await value(2)).value]).toEqual(['3', '007']);
  fireEvent.input(await value(1), { target: { value: '5' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    definition: { nodes: [{ config: { inputs: { days: 5, code: '007' } } }] },
  });
});

test('a version that somebody saves while nodes are edited is announced, also after a reload', async () => {
  const warning = /Somebody saved version 2 while you were editing/;
  const newer = { ...workflow, name: 'Sort all requests', version: 2 };
  open();
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: 'Hi' } });
  await screen.findByRole('button', { name: 'Save' });
  expect(screen.queryByText(warning)).toBeNull();

  cleanup();
  open(member, newer);
  expect(await screen.findByText(warning)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
});

test('nodes that somebody else has saved, too, are only replaced by a second press, and with all that belongs to them', async () => {
  const api = open();
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: 'Hi' } });
  const { nodes, edges, outputs } = workflow.definition;
  const added = { id: 'bye', type: 'template', config: { text: 'Bye' } };
  const definition = { nodes: [...nodes, added], edges: [...edges, { from: 'check', to: 'bye', on: 'true' }], outputs };
  api.answer('GET /api/v1/workflows/wf_1', { data: { ...workflow, definition, description: 'New', version: 2 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Also changed by somebody else, or in another tab: Nodes\./)).toBeTruthy();
  expect(await screen.findByText(/Somebody saved version 2 while you were editing/)).toBeTruthy();
  expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
    definition: { nodes: [{ ...nodes[0], config: { text: 'Hi' } }, nodes[1]], edges },
  });
});

test('what somebody else has saved beside the nodes is kept', async () => {
  const api = open();
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: 'Hi' } });
  api.answer('GET /api/v1/workflows/wf_1', { data: { ...workflow, name: 'Sort all requests' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'PATCH')).toBe(true));
  const [greet, check] = workflow.definition.nodes;
  expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
    definition: { nodes: [{ ...greet, config: { text: 'Hi' } }, check] },
  });
});

test('undo does not take back nodes that somebody else has saved, neither beside own changes nor after a discard', async () => {
  const api = open();
  const [greet, check] = workflow.definition.nodes;
  const saveOthers = (text: string, version: number) => {
    const nodes = [{ ...greet, config: { text } }, check];
    api.answer('GET /api/v1/workflows/wf_1', {
      data: { ...workflow, definition: { ...workflow.definition, nodes }, version },
    });
  };
  const text = async () => (await field('Text')).value;
  fireEvent.click(await row('Greet'));
  saveOthers('Theirs', 2);
  // What the page has read is out of date.
  vi.setSystemTime(Date.now() + 60_000);
  dispatchEvent(new Event('visibilitychange'));
  await waitFor(async () => expect(await text()).toBe('Theirs'));
  press('z');
  expect(await text()).toBe('Theirs');

  fireEvent.input(await field('Text'), { target: { value: 'Mine' } });
  saveOthers('Theirs again', 3);
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Also changed by somebody else/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await text()).toBe('Theirs again'));
  press('z');
  expect(await text()).toBe('Theirs again');

  // What nobody else has changed can still be undone, also a discard.
  fireEvent.input(await field('Text'), { target: { value: 'Mine' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await text()).toBe('Theirs again'));
  press('z');
  await waitFor(async () => expect(await text()).toBe('Mine'));
});

test('an own save can be undone, also if the server has filled in defaults', async () => {
  const api = open();
  const [greet, check] = workflow.definition.nodes;
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: 'Mine' } });
  const nodes = [{ ...greet, config: { text: 'Mine' }, retry: { max_attempts: 1 } }, check];
  const data = { ...workflow, definition: { ...workflow.definition, nodes }, version: 2 };
  api.answer('PATCH /api/v1/workflows/wf_1', () => {
    api.answer('GET /api/v1/workflows/wf_1', { data });
    return { data };
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  press('z');
  press('z');
  await waitFor(async () => expect((await field('Text')).value).toBe('Hello'));
});

test('an own save is not announced as somebody else’s', async () => {
  const api = open();
  api.answer('PATCH /api/v1/workflows/wf_1', ({ body }) => {
    const data = { ...workflow, ...Object(body), version: 2 };
    api.answer('GET /api/v1/workflows/wf_1', { data });
    return { data };
  });
  const warning = vi.fn();
  const observer = new MutationObserver(() => {
    if (screen.queryByText(/Somebody saved version/) !== null) warning();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: 'Hi' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  observer.disconnect();
  expect(warning).not.toHaveBeenCalled();
});

test('a fault of the server is shown at its field and in the save bar, until the field changes', async () => {
  const api = open();
  api.answer('PATCH /api/v1/workflows/wf_1', {
    status: 400,
    code: 'validation_error',
    details: {
      fields: [{ path: 'body.definition.nodes[1].config.if', code: 'invalid', message: 'is not a valid expression' }],
    },
  });
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Name'), { target: { value: 'Greeting' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  // The node with the fault opens.
  const condition = await field('If');
  expect(await screen.findByText(/1 field needs another value\./)).toBeTruthy();
  const fault = () => screen.queryAllByText('This is not a valid expression.').length;
  await waitFor(() => expect(fault()).toBeGreaterThan(0));
  expect(condition.getAttribute('aria-invalid')).toBe('true');
  fireEvent.input(condition, { target: { value: 'true' } });
  await waitFor(() => expect(condition.getAttribute('aria-invalid')).toBeNull());
});

test('a warning of the server is shown after the save, until its field changes; no node opens', async () => {
  const api = open();
  const at = 'body.definition.nodes[1].config';
  const warnings = [
    { path: `${at}.if`, message: '“input” is not known here, so this is empty; known are inputs, nodes, execution' },
    { path: 'body.definition.nodes[0].config.text', message: 'no node is named “gone”, so this is empty' },
  ];
  api.answer('PATCH /api/v1/workflows/wf_1', ({ body }) => {
    const data = { ...workflow, ...Object(body), version: 2 };
    api.answer('GET /api/v1/workflows/wf_1', { data });
    return { data: { ...data, warnings } };
  });
  fireEvent.click(await row('Greet'));
  fireEvent.input(await field('Text'), { target: { value: '{{ nodes.gone.outputs.text }}' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('2 warnings')).toBeTruthy();
  expect(screen.getByLabelText('Text', { selector: 'textarea' })).toBeTruthy();
  fireEvent.click(await row('Check'));
  const condition = await screen.findByRole('textbox', { name: 'If', description: /“input” is not known here/ });
  expect(condition.getAttribute('aria-invalid')).toBeNull();
  fireEvent.input(condition, { target: { value: 'inputs.message' } });
  expect(await screen.findByText('1 warning')).toBeTruthy();
});

test('members who may not write see everything and can change nothing', async () => {
  open({ ...member, scopes: ['workflows:read'] });
  fireEvent.click(await row('Greet'));
  expect((await field('Text')).closest('fieldset')?.disabled).toBe(true);
  for (const name of ['Add node', 'Undo', 'Paste nodes', 'Delete node', 'Run']) {
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  }
  expect(screen.getByText(/You can look, but not change/)).toBeTruthy();
});

test('what a workflow has done is called an execution, as on their screen and in the API', async () => {
  open();
  const tabs = within(await screen.findByRole('navigation', { name: workflow.name }));
  expect(tabs.getByRole('link', { name: 'Executions' })).toBeTruthy();
  const texts = [workflowTexts, runTexts, editorTexts, nodeTexts, fieldTexts, executionTexts].flatMap((each) =>
    Object.values<Text>(each).map(([english]) => JSON.stringify(english)),
  );
  // As a verb, "run" stays.
  expect(texts.filter((text) => /\b(an?|the|this|each|every|its|no|start) runs?\b|"Runs"/i.test(text))).toEqual([]);
});

test('JSON that is pasted and is not nodes, such as those of another tool, is refused with a message', async () => {
  startApiDouble({ 'GET /api/v1/workflows/wf_1': { data: workflow } });
  renderInConsole(
    <ToasterProvider>
      <WorkflowPage id="wf_1" tab="editor" />
    </ToasterProvider>,
    member,
  );
  await row('Check');
  const paste = (text: string) =>
    fireEvent(
      document.body,
      Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
        clipboardData: { getData: () => text },
      }),
    );
  const refused = () => screen.queryAllByText(/These are not nodes/).length > 0;
  paste('any other text');
  paste('{{ inputs.city }}');
  paste('{"nodes": [{"id": "bye", "type": "template", "name": "Bye", "config": {"text": "See you"}}]}');
  expect(await row('Bye')).toBeTruthy();
  expect(refused()).toBe(false);
  paste('{"nodes": [{"id": "1", "name": "HTTP", "type": "n8n-nodes-base.httpRequest", "parameters": {}}]}');
  await waitFor(() => expect(refused()).toBe(true));
});

test('JSON in the dialog for nodes is kept when it is closed, until it is cancelled', async () => {
  open();
  await row('Check');
  const start = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Paste nodes' }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'JSON' });
  };
  fireEvent.input(await start(), { target: { value: '{"nodes": []}' } });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await start()).value).toBe('{"nodes": []}');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await start()).value).toBe('');
});

test('Enter in the search for a node saves nothing, even if no node is found', async () => {
  open();
  fireEvent.click(await row('Check'));
  const tools = within(screen.getByRole('toolbar', { name: 'Tools of the editor' }));
  fireEvent.click(await tools.findByRole('button', { name: 'Add node' }));
  const search = await screen.findByRole('searchbox');
  fireEvent.input(search, { target: { value: 'zebra' } });
  await screen.findByText('No nodes match.');
  // The default action of Enter in a form is to submit it.
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
});

test('what is only a warning is not counted as a problem', async () => {
  const nodes = [{ id: 'greet', type: 'template', name: 'Greet', config: { text: '{{ nodes.gone.outputs.text }}' } }];
  open(member, { ...workflow, definition: { nodes, edges: [], outputs: {} } });
  const count = await screen.findByRole('button', { name: '1 warning' });
  expect(count.className).toContain('problem-count-warning');
  expect(screen.queryByText('1 problem')).toBeNull();
  // Nor does its field look and sound refused.
  fireEvent.click(count);
  fireEvent.click(await screen.findByRole('button', { name: /gone/ }));
  const field = await screen.findByRole('textbox', { name: 'Text', description: /gone/ });
  expect(field.getAttribute('aria-invalid')).toBeNull();
  expect(field.closest('.field')?.querySelector('.fault')).toBeNull();
});

test('what followed a deleted node follows what came before it, and one undo restores both', async () => {
  const [greet, check] = workflow.definition.nodes;
  const nodes = [greet, { id: 'calm', type: 'template', name: 'Calm', config: { text: 'Slowly' } }, check];
  const edges = [
    { from: 'greet', to: 'calm' },
    { from: 'calm', to: 'check' },
  ];
  open(member, { ...workflow, definition: { ...workflow.definition, nodes, edges } });
  fireEvent.click(await row('Calm'));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete node' }));
  await row('After Greet');
  expect(screen.getAllByText('Starts here')).toHaveLength(1);
  press('z');
  await row('After Calm');
  await row('After Greet');
});

test('an expression that is typed in place of a number is one when it is complete, as it was typed', async () => {
  const nodes = [{ id: 'rest', type: 'delay', name: 'Rest', config: { seconds: 5 } }];
  const api = open(member, { ...workflow, definition: { nodes, edges: [], outputs: {} } });
  fireEvent.click(await row('Rest'));
  const seconds = await field('For');
  fireEvent.input(seconds, { target: { value: '{{ inputs.n' } });
  await waitFor(() => expect(seconds.value).toBe('{{ inputs.n'));
  expect(seconds.isConnected).toBe(true);
  fireEvent.input(seconds, { target: { value: '{{ inputs.n }}' } });
  await waitFor(async () => expect((await field('For')).value).toBe('{{ inputs.n }}'));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const saved = () => JSON.stringify(api.sent.find(({ method }) => method === 'PATCH')?.body);
  await waitFor(() => expect(saved()).toContain('{"seconds":"{{ inputs.n }}"}'));
});

test('a number of a node that can be read in two ways is refused with its spellings', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const nodes = [{ id: 'rest', type: 'delay', name: 'Rest', config: { seconds: 5 } }];
  const api = open(member, { ...workflow, definition: { nodes, edges: [], outputs: {} } });
  const message = 'must be a number or a template {{ … }}';
  const fields = [{ path: 'body.definition.nodes[0].config.seconds', code: 'invalid', message }];
  api.answer('PATCH /api/v1/workflows/wf_1', { status: 400, code: 'validation_error', details: { fields } });
  fireEvent.click(await row('Rest'));
  const seconds = await field('For');
  for (const [typed, said] of [
    ['12 kg', /Must be a number or a template/],
    ['1,500', /Enter 1500 for a whole number, or 1,5000 for one with decimals/],
  ] as const) {
    fireEvent.input(seconds, { target: { value: typed } });
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('textbox', { name: 'For', description: said })).toBe(seconds);
  }
});

test('the focus stays in the editor when the node that had it is deleted, or added and undone', async () => {
  open();
  fireEvent.click(await row('Greet'));
  await field('Text');
  const remove = screen.getByRole('button', { name: 'Delete node' });
  remove.focus();
  fireEvent.click(remove);
  const panel = screen.getByRole('complementary', { name: 'Nodes' });
  await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
  expect(document.activeElement).toBe(panel);
  press('z');
  fireEvent.click(await row('Greet'));
  (await field('Text')).focus();
  press('z', { shiftKey: true });
  await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
  expect(document.activeElement).toBe(panel);
});
