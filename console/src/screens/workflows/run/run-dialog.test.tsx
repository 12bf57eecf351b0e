import type { Workflow } from '@portico/shared-types/api/workflows';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { RunDialog } from './run-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const workflow: Workflow = JSON.parse(
  JSON.stringify({ id: 'wf_1', name: 'Berths', status: 'active', input_schema: { type: 'object', properties: {} } }),
);

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
