import type { Workflow } from '@portico/shared-types/api/workflows';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { RunDialog } from './run-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const workflowOf = (text: string): Workflow =>
  JSON.parse(
    JSON.stringify({
      id: 'wf_1',
      name: 'Berths',
      status: 'active',
      input_schema: { type: 'object', properties: {} },
      definition: { nodes: [{ id: 'n', type: 'template', config: { text } }], edges: [] },
    }),
  );
const workflow = workflowOf('Hello');

test('inputs of a workflow that declares none are typed as JSON, one character after another', async () => {
  const { sent } = startApiDouble({ 'POST /api/v1/workflows/wf_1/execute': { data: { execution_id: 'exe_1' } } });
  renderInConsole(<RunDialog workflow={workflow} onClose={() => {}} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Inputs (JSON)');
  fireEvent.input(field, { target: { value: '' } });
  for (const character of '{"boat": "Sloop"}') {
    fireEvent.input(field, { target: { value: field.value + character } });
  }
  expect(field.value).toBe('{"boat": "Sloop"}');
  fireEvent.click(screen.getByRole('button', { name: 'Start execution' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ inputs: { boat: 'Sloop' } }));
});

test('inputs that a workflow uses without declaring them are named', () => {
  const text =
    '{{ inputs.boat }} {{ nodes.before.inputs.other }} {{ inputs.boat & inputs.length }} {{ inputs.`net price` }}';
  renderInConsole(<RunDialog workflow={workflowOf(text)} onClose={() => {}} />);
  const help = 'This workflow does not declare its inputs, but uses boat, length, net price. Pass them as JSON.';
  expect(screen.queryByText(help)).not.toBeNull();
});

test('a workflow that uses no inputs says so', () => {
  renderInConsole(<RunDialog workflow={workflow} onClose={() => {}} />);
  expect(screen.queryByText('This workflow has no inputs. You can pass some as JSON anyway.')).not.toBeNull();
});
