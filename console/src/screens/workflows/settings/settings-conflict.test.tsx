import { fireEvent, screen } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { useCleanBrowser } from '../../../test/clean-browser.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { sampleWorkflow } from '../../../test/sample-workflow.ts';
import { WorkflowPage } from '../workflow-page.tsx';

const schemaOf = (name: string, description: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [],
});
const workflow = { ...sampleWorkflow, input_schema: schemaOf('city', 'Where they live') };

useCleanBrowser();

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
