import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { choose } from '../../../test/choose.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import MembersPart from './members-part.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const labelOf = (select: HTMLSelectElement) => select.getAttribute('aria-label') ?? '';
const memberOf = (user: object) => ({ id: 'mem_1', role: 'owner', user: { last_seen_at: null, ...user } });

async function open(user: object) {
  const member = memberOf(user);
  const api = startApiDouble({
    'GET /api/v1/members': { data: [member] },
    'GET /api/v1/invitations': { data: [] },
    'PATCH /api/v1/members/mem_1': { data: { ...member, role: 'viewer' } },
  });
  renderInConsole(
    <ToasterProvider>
      <MembersPart />
    </ToasterProvider>,
    { ...ownerMe, scopes: ['members:read', 'members:write'] },
  );
  const role = await screen.findByRole<HTMLSelectElement>('combobox');
  choose(labelOf(role), 'viewer');
  return { role, patches: () => api.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body) };
}

test('an owner confirms a role of their own with which they can’t take it back', async () => {
  const { role, patches } = await open(ownerMe.user);
  expect(await screen.findByRole('dialog', { name: 'Make yourself Viewer?' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(role.value).toBe('owner');
  expect(patches()).toEqual([]);
  choose(labelOf(role), 'viewer');
  fireEvent.click(await screen.findByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(patches()).toEqual([{ role: 'viewer' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the role of somebody else is changed at once', async () => {
  const { patches } = await open({ id: 'usr_2', email: 'ole@harbor.example', name: 'Ole', avatar_url: null });
  await waitFor(() => expect(patches()).toEqual([{ role: 'viewer' }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});
