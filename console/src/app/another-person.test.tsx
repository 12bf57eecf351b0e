import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { useCleanBrowser } from '../test/clean-browser.ts';
import { App } from './app.tsx';
import { createQueries } from './create-queries.ts';

useCleanBrowser();

const mara = ownerMe.user;
const jonas = { ...mara, id: 'usr_2', email: 'jonas@harbor.example', name: 'Jonas Brandt' };
const added = '2026-11-02T08:00:00.000Z';
const refused = { status: 401, code: 'invalid_api_key' };

/** A console that Mara has open; `signIn` says whose the session of the browser is. */
function open(address = '/console/settings') {
  let person: typeof mara | undefined = mara;
  let workspace: { id: string; name: string } | null = ownerMe.workspace;
  const respond = (data: () => unknown) => (sent: { headers: Headers }) => {
    if (person === undefined) return refused;
    const wanted = sent.headers.get('X-Portico-Workspace');
    const isThere = wanted === null || wanted === workspace?.id;
    return isThere
      ? { data: data() }
      : { status: 404, code: 'resource_not_found', details: { resource: 'workspace', id: wanted } };
  };
  const api = startApiDouble({
    'GET /api/v1/me': respond(() => ({
      ...ownerMe,
      user: person,
      scopes: ['settings:write'],
      workspace,
      workspaces: workspace === null ? [] : [workspace],
    })),
    'GET /api/v1/me/sessions': respond(() => []),
    'GET /api/v1/me/passkeys': respond(() => [
      { id: 'pky_1', name: `Phone of ${person?.name}`, created_at: added, last_used_at: null },
    ]),
    'GET /api/v1/workspace': respond(() => ({ ...workspace, timezone: 'UTC', retention: {}, mcp: {} })),
    'GET /api/v1/auth/methods': { data: { setup_needed: false, password: true, passkey: false, oidc: null } },
    'POST /api/v1/auth/sign-out': { data: {} },
  });
  history.replaceState(null, '', address);
  render(<App language="en" queries={createQueries()} />);
  return {
    api,
    signIn: (next: typeof person) => void (person = next),
    move: (next: typeof workspace) => void (workspace = next),
  };
}

const email = async () => screen.findByLabelText<HTMLInputElement>('E-mail');
const key = 'portico:console:person';

/** What the browser does when another tab has stored this. */
async function storeElsewhere(newValue: string): Promise<void> {
  localStorage.setItem(key, newValue);
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

test('a tab says who is signed in, for the other tabs', async () => {
  open();
  expect((await email()).value).toBe(mara.email);
  expect(localStorage.getItem(key)).toBe('"usr_1"');
  fireEvent.keyDown(screen.getByRole('button', { name: /^Account/ }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Sign in to Portico' });
  expect(localStorage.getItem(key)).toBeNull();
});

test('a tab shows the person who has signed in in another tab', async () => {
  const { signIn } = open();
  await screen.findByText('Phone of Mara Lindqvist');
  signIn(jonas);
  await storeElsewhere('"usr_2"');
  await waitFor(async () => expect((await email()).value).toBe(jonas.email));
  expect(screen.queryByText('Phone of Mara Lindqvist')).toBeNull();
  await screen.findByText('Phone of Jonas Brandt');
});

test('signing in in another tab is enough', async () => {
  const { signIn } = open();
  await email();
  signIn(undefined);
  await storeElsewhere('null');
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  signIn(mara);
  await storeElsewhere('"usr_1"');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('somebody else can sign in in another tab after the session has ended', async () => {
  const { signIn } = open();
  await email();
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'Mara L.' } });
  signIn(undefined);
  await storeElsewhere('null');
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  signIn(jonas);
  await storeElsewhere('"usr_2"');
  await waitFor(async () => expect((await email()).value).toBe(jonas.email));
  expect(screen.queryByRole('dialog')).toBeNull();
});

const openTab = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

test('a member who is removed sees so after the next request', async () => {
  const { move } = open();
  await email();
  move(null);
  openTab('Workspace');
  expect(await screen.findByRole('heading', { name: 'You don’t belong to a workspace' })).toBeTruthy();
});

test('a member of other workspaces then sees one of them, and nothing of the one before', async () => {
  const { move } = open('/console/settings/workspace');
  const name = async () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await waitFor(async () => expect((await name()).value).toBe('Harbor Office'));
  move({ id: 'ws_2', name: 'Lighthouse' });
  openTab('Account');
  await screen.findByText('Lighthouse');
  openTab('Workspace');
  await waitFor(async () => expect((await name()).value).not.toBe(mara.name));
  expect((await name()).value).toBe('Lighthouse');
});
