import { cleanup, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { RunPage } from './run-page.tsx';

beforeEach(() => history.replaceState(null, '', '/workflows/wf_1/runs/exe_1'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-01-01T00:00:00.000Z';
const workflow = {
  id: 'wf_1',
  name: 'Sort requests',
  status: 'active',
  input_schema: { type: 'object', properties: {} },
  version: 1,
  definition: { nodes: [{ id: 'greet', type: 'template', name: 'Greet', config: { text: 'Hello' } }], edges: [] },
};
const ended = {
  id: 'exe_1',
  workflow_id: 'wf_1',
  workflow_name: 'Sort requests',
  workflow_version: 1,
  inputs: { message: 'A berth for Saturday' },
  created_at: at,
  started_at: at,
  completed_at: at,
  cancelled_at: null,
  duration_ms: 12,
};

async function open(execution: object) {
  startApiDouble({
    'GET /api/v1/workflows/wf_1': { data: workflow },
    'GET /api/v1/executions/exe_1': { data: { ...ended, ...execution } },
    'GET /api/v1/executions/exe_1/nodes': { data: [] },
  });
  const scopes = ['workflows:read', 'executions:read'];
  renderInConsole(<RunPage workflowId="wf_1" executionId="exe_1" />, { ...ownerMe, scopes });
  const result = await screen.findByRole('region', { name: 'Result of the execution' });
  return result.textContent;
}

test('the outputs of an execution are shown while no node is selected', async () => {
  const result = await open({ status: 'completed', outputs: { answer: 'Berth 4 is free' }, error: null });
  expect(result).toContain('Berth 4 is free');
  expect(result).toContain('A berth for Saturday');
  expect(screen.getByText(/Select a node/)).toBeTruthy();
});

test('the error of an execution is shown while no node is selected', async () => {
  const error = { code: 'node_timeout', message: 'The harbour office did not answer.', node_id: 'greet' };
  expect(await open({ status: 'failed', outputs: null, error })).toContain('The harbour office did not answer.');
});
