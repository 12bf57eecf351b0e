import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { App } from './app.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const readable =
  'agents interfaces knowledge-bases workflows executions personas conversations insights webhooks members';
const scopes = readable.split(' ').map((name) => `${name}:read`);

function open(address: string) {
  startApiDouble({
    'GET /api/v1/me': { data: { ...ownerMe, scopes } },
    'GET /api/v1/members': { data: [] },
    'GET /api/v1/invitations': { data: [] },
  });
  history.replaceState(null, '', `/console${address}`);
  render(<App language="en" queries={new QueryClient({ defaultOptions: { queries: { retry: false } } })} />);
}

test.each([
  ['/agents/agt_1/nonsense', 'Agents'],
  ['/agents/agt_1/tools/more', 'Agents'],
  ['/chat/int_1/nonsense', 'Chat'],
  ['/forms/fmi_1/nonsense', 'Forms'],
  ['/workflows/wf_1/nonsense', 'Workflows'],
  ['/knowledge/kb_1/nonsense', 'Knowledge'],
  ['/knowledge/kb_1/sources/src_1/nonsense', 'Knowledge'],
  ['/personas/per_1/nonsense', 'Personas'],
  ['/executions/exe_1/nonsense', 'Executions'],
  ['/conversations/con_1/nonsense', 'Conversations'],
  ['/improve/nonsense', 'Improve'],
])('the address %s says that it does not exist, and leads back to its screen', async (address, name) => {
  open(address);
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { name: 'There is nothing here', level: 1 }, { timeout: 10_000 });
  const back = main.getByRole('link', { name });
  expect(back.getAttribute('href')).toBe(`/console/${address.split('/')[1]}`);
});

test.each(['/settings/nonsense', '/settings/members/nonsense', '/settings/webhooks/whk_1/one/two'])(
  'the address %s says that it does not exist, below the tabs of the settings',
  async (address) => {
    open(address);
    const main = within(await screen.findByRole('main'));
    await main.findByText('There is nothing here', {}, { timeout: 10_000 });
    expect(main.getByRole('link', { name: 'Members' })).toBeTruthy();
  },
);
