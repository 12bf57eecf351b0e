import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { WorkflowPage } from '../workflow-page.tsx';

const schemaOf = (name: string, description: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [],
});
const workflow = {
  id: 'wf_1',
  name: 'Sort requests',
  slug: null,
  description: '',
  status: 'active',
  input_schema: schemaOf('city', 'Where they live'),
  max_duration_s: 3_600,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  definition: { nodes: [], edges: [], outputs: {} },
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an input that two members have changed is named as the page shows it', async () => {
  const api = startApiDouble({ 'GET /api/v1/workflows/wf_1': { data: workflow } });
  renderInConsole(<WorkflowPage id="wf_1" tab="settings" />, {
    ...ownerMe,
    scopes: ['workflows:read', 'workflows:write'],
  });
  const description = await screen.findByDisplayValue('Where they live');
  fireEvent.input(description, { target: { value: 'Where they stay' } });
  api.answer('GET /api/v1/workflows/wf_1', {
    data: { ...workflow, input_schema: schemaOf('town', 'Where they live'), version: 2 },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findByText(/Also changed by somebody else/)).textContent).toContain(': Inputs › city.');
});
