import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ExecutionList } from './execution-list.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the failed executions of Home’s link are those since the day began in the workspace, and no other state has them', async () => {
  history.replaceState(null, '', '/executions?status=failed&failed_since=2026-01-02');
  const { sent } = startApiDouble({
    'GET /api/v1/workspace': { data: { timezone: 'America/New_York' } },
    'GET /api/v1/workflows': { data: [] },
    'GET /api/v1/triggers': { data: [] },
    'GET /api/v1/executions': { data: [] },
  });
  renderInConsole(<ExecutionList />, { ...ownerMe, scopes: ['executions:read'] });
  const listed = () =>
    sent
      .map(({ path }) => new URL(path, location.origin).searchParams)
      .filter((query) => query.get('status') === 'failed')
      .map((query) => query.get('failed_since'));
  await expect.poll(listed).toEqual(['2026-01-02T05:00:00.000Z']);
  expect(screen.getByLabelText<HTMLInputElement>('Failed since').value).toBe('2026-01-02');
  expect(screen.getByRole('link', { name: 'Completed' }).getAttribute('href')).toBe('/executions?status=completed');
});

test('the filters by workflow and trigger say why their lists can’t be read', async () => {
  history.replaceState(null, '', '/executions');
  const failed = { status: 500 };
  const api = startApiDouble({
    'GET /api/v1/workflows': failed,
    'GET /api/v1/triggers': failed,
    'GET /api/v1/executions': { data: [] },
  });
  renderInConsole(<ExecutionList />, { ...ownerMe, scopes: ['executions:read', 'workflows:read', 'triggers:read'] });
  await expect.poll(() => screen.queryAllByText('Something went wrong on the server.')).toHaveLength(2);
  api.answer('GET /api/v1/workflows', { data: [{ id: 'wf_1', name: 'Orders' }] });
  api.answer('GET /api/v1/triggers', { data: [{ id: 'trg_1', name: 'Each night' }] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again', description: 'Workflow' }));
  fireEvent.click(screen.getByRole('button', { name: 'Try again', description: 'Trigger' }));
  expect(await screen.findByRole('option', { name: 'Orders' })).toBeTruthy();
  expect(await screen.findByRole('option', { name: 'Each night' })).toBeTruthy();
});

test('the filter by trigger keeps the focus while its list, which has failed, is read again', async () => {
  history.replaceState(null, '', '/executions');
  const answer = Promise.withResolvers<object>();
  const api = startApiDouble({
    'GET /api/v1/workflows': { data: [] },
    'GET /api/v1/triggers': { status: 500 },
    'GET /api/v1/executions': { data: [] },
  });
  renderInConsole(<ExecutionList />, { ...ownerMe, scopes: ['executions:read', 'workflows:read', 'triggers:read'] });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.answer('GET /api/v1/triggers', async () => answer.promise);
  fireEvent.click(retry);
  await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Trigger'));
  answer.resolve({ data: [{ id: 'trg_1', name: 'Each night' }] });
  await screen.findByRole('option', { name: 'Each night' });
  expect(document.activeElement).toBe(screen.getByLabelText('Trigger'));
});

test('the error of an execution begins with the name of the node that failed', async () => {
  history.replaceState(null, '', '/executions');
  const definition = { nodes: [{ id: 'http_3', type: 'http', name: 'Book the berth', config: {} }], edges: [] };
  const failed = {
    id: 'exe_1',
    workflow_id: 'wf_1',
    workflow_name: 'Berths',
    workflow_version: 4,
    trigger_id: null,
    retry_of: null,
    status: 'failed',
    error: { code: 'node_execution_failed', message: 'The server answered 404.', node_id: 'http_3' },
    created_at: '2026-01-02T05:00:00.000Z',
    duration_ms: 45,
  };
  startApiDouble({
    'GET /api/v1/workflows': { data: [] },
    'GET /api/v1/triggers': { data: [] },
    'GET /api/v1/executions': { data: [failed] },
    'GET /api/v1/workflows/wf_1/versions': { data: [{ version: 4, workflow: { definition } }] },
  });
  renderInConsole(<ExecutionList />, { ...ownerMe, scopes: ['executions:read', 'workflows:read'] });
  expect(await screen.findByText('Book the berth: The server answered 404.')).toBeTruthy();
});
