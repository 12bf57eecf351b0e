import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { useCleanBrowser } from '../test/clean-browser.ts';
import { keepLists } from './visited-lists.ts';

useCleanBrowser();

const at = '2026-01-01T00:00:00.000Z';
const task = {
  id: 'ins_1',
  personaId: 'per_1',
  personaName: 'Researcher',
  taskTitle: 'Market study',
  structuredInputs: {},
  status: 'completed',
  pauseReason: null,
  progress: { percent: 100, currentStep: null, steps: [] },
  costCredits: 1,
  usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
  approvals: [],
  maxDurationHours: 4,
  maxCostCredits: 100,
  error: null,
  createdAt: at,
  startedAt: at,
  completedAt: at,
  link: 'https://portico.example/personas/instances/ins_1#token=t',
};
const persona = {
  id: 'per_1',
  name: 'Researcher',
  description: '',
  category: 'Research',
  inputFields: [],
  sopSteps: [],
  deliverables: [],
  integrations: [],
  tools: [],
  estimatedDuration: { minMinutes: 5, maxMinutes: 60 },
  autonomyLevel: 'full_auto',
};
const agent = {
  id: 'agt_1',
  name: 'Harbor guide',
  updated_at: at,
  status: 'active',
  tools: [],
  knowledge_base_ids: [],
};

function open(address: string): void {
  history.replaceState(null, '', `/console${address}`);
  startApiDouble({
    'GET /api/v1/me': { data: { ...ownerMe, scopes: ['agents:read', 'personas:read', 'executions:read'] } },
    'GET /api/v1/agents': { data: [agent] },
    'GET /api/v1/agents/agt_1': { data: agent },
    'GET /api/v1/models': { data: [] },
    'GET /api/personas': { data: [persona] },
    'GET /api/personas/per_1': { data: persona },
    'GET /api/personas/instances': { data: [task] },
    'GET /api/personas/instances/ins_1': { data: task },
    'GET /api/personas/instances/ins_1/deliverables': { data: [] },
    'GET /api/v1/executions': { data: [] },
  });
  render(<App language="en" queries={new QueryClient({ defaultOptions: { queries: { retry: false } } })} />);
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('link', { name }));
const screenLink = (name: string) =>
  document.querySelector(`.side-nav [href="/console/${name}"]`) ?? expect.fail(`no link to ${name}`);
const back = () => document.querySelector('.page-back')?.getAttribute('href');

test('the arrow of an item leads to the list as it was, also from another tab of the item', async () => {
  open('/agents?search=har&page=2');
  await press('Harbor guide');
  await waitFor(() => expect(back()).toBe('/console/agents?search=har&page=2'));
  await press('Tools 0');
  await waitFor(() => expect(location.pathname).toBe('/console/agents/agt_1/tools'));
  expect(back()).toBe('/console/agents?search=har&page=2');
});

test('the arrow leads to the plain list after a deep link, and after a way over another screen', async () => {
  open('/agents/agt_1');
  await waitFor(() => expect(back()).toBe('/console/agents'));
  cleanup();
  open('/agents?search=har');
  await press('Harbor guide');
  await waitFor(() => expect(back()).toBe('/console/agents?search=har'));
  fireEvent.click(screenLink('executions'));
  await waitFor(() => expect(location.pathname).toBe('/console/executions'));
  fireEvent.click(screenLink('agents'));
  await press('Harbor guide');
  await waitFor(() => expect(back()).toBe('/console/agents'));
});

test.each(['/personas?status=completed&page=3', '/personas/per_1/tasks?status=completed'])(
  'the arrow of a task leads back to %s',
  async (list) => {
    open(list);
    await press('Market study');
    await waitFor(() => expect(location.pathname).toBe('/console/personas/tasks/ins_1'));
    await waitFor(() => expect(back()).toBe(`/console${list}`));
  },
);

test('a list is forgotten with its screen, and another state replaces it', () => {
  const state = { lists: [['/agents', 'search=har']] };
  history.replaceState(state, '', '/console/agents/agt_1');
  const navigate = vi.fn();
  keepLists(navigate, '/console/agents/agt_2?tab=1');
  keepLists(navigate, '/console/executions/exe_1', { replace: true });
  keepLists(navigate, '/console/agents', { state: { visitor_id: 'vis_1' } });
  expect(navigate.mock.calls.map(([, options]) => options)).toEqual([
    { state },
    { replace: true, state: null },
    { state: { visitor_id: 'vis_1' } },
  ]);
});
