import { cleanup, screen, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { UsageTab } from './usage-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const scopes = ['insights:read', 'interfaces:read', 'agents:read'];
const used = { credits: 1, prompt_tokens: 100, completion_tokens: 900, replies: 1, requests: 1 };
const names = async () => {
  const table = within(await screen.findByRole('table', { name: 'Usage' }));
  return table.getAllByRole('row').map((row) => row.firstElementChild?.textContent);
};

test('the usage of forms has their names, and that of what was deleted says so', async () => {
  history.replaceState(null, '', '/improve/usage?by=interface');
  startApiDouble({
    'GET /api/v1/workspace': { data: { timezone: 'UTC' } },
    'GET /api/v1/chat-interfaces': { data: [{ id: 'chi_1', name: 'Harbour chat' }] },
    'GET /api/v1/form-interfaces': { data: [{ id: 'fmi_1', name: 'Offers' }] },
    'GET /api/v1/usage': { data: ['chi_1', 'fmi_1', 'chi_2', null].map((key) => ({ ...used, key })) },
  });
  renderInConsole(<UsageTab />, { ...ownerMe, scopes });
  await expect.poll(names).toEqual(['Chat or form', 'Harbour chat', 'Offers', 'Deleted: chi_2', 'Outside of any']);
});
