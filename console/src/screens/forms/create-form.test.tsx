import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { choose } from '../../test/choose.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { CreateForm } from './create-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the files of a new form are labelled in the visitor’s language, not with the English default', async () => {
  const { sent } = startApiDouble({
    'GET /api/v1/agents': { data: [{ id: 'agt_1', name: 'Harbour' }] },
    'GET /api/v1/workflows': { data: [] },
    'POST /api/v1/form-interfaces': { data: { id: 'fmi_1', title: 'Berths' } },
  });
  renderInConsole(<CreateForm onClose={() => undefined} />);
  fireEvent.input(await screen.findByLabelText('Title'), { target: { value: 'Berths' } });
  await screen.findByRole('option', { name: 'Harbour' });
  fireEvent.click(screen.getByRole('button', { name: 'Create form' }));
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({ title: 'Berths', agent_id: 'agt_1', file_upload_label: null }),
  );
});

test('a new form opens while the agents are still being read', async () => {
  const agents = Promise.withResolvers<object>();
  const { sent } = startApiDouble({
    'GET /api/v1/agents': async () => agents.promise,
    'GET /api/v1/workflows': { status: 500 },
    'POST /api/v1/form-interfaces': { data: { id: 'fmi_1', title: 'Berths' } },
  });
  renderInConsole(<CreateForm onClose={() => undefined} />);
  fireEvent.input(screen.getByLabelText('Title'), { target: { value: 'Berths' } });
  expect(screen.getByLabelText('Agent').textContent).toBe('Loading');
  agents.resolve({ data: [{ id: 'agt_1', name: 'Harbour' }] });
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Agent').value).toBe('agt_1'));
  fireEvent.click(screen.getByRole('button', { name: 'Create form' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ title: 'Berths', agent_id: 'agt_1' }));
});

test('a new form that was left for a workflow is still for the newest agent, if an agent is chosen again', async () => {
  startApiDouble({
    'GET /api/v1/agents': { data: [{ id: 'agt_1', name: 'Harbour' }] },
    'GET /api/v1/workflows': { data: [{ id: 'wf_1', name: 'Report' }] },
  });
  const { unmount } = renderInConsole(<CreateForm onClose={() => undefined} />);
  await screen.findByRole('option', { name: 'Harbour' });
  choose('Handled by', 'workflow');
  await screen.findByRole('option', { name: 'Report' });
  unmount();
  renderInConsole(<CreateForm onClose={() => undefined} />);
  await screen.findByRole('option', { name: 'Report' });
  choose('Handled by', 'agent');
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Agent').value).toBe('agt_1'));
});
