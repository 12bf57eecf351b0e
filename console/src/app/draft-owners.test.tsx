import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { useCleanBrowser } from '../test/clean-browser.ts';
import { App } from './app.tsx';
import { createQueries } from './create-queries.ts';
import { keepWorkspace } from './kept-workspace.ts';

useCleanBrowser();

const names: Readonly<Record<string, string>> = { default: 'Harbor Office', quay: 'Quay Street' };
const workspaces = Object.entries(names).map(([id, name]) => ({ id, name }));
const mara = ownerMe.user;
const jonas = { ...mara, id: 'usr_2', email: 'jonas@harbor.example', name: 'Jonas Brandt' };
const refused = { status: 401, code: 'invalid_api_key' };

/** Two workspaces of two people; `signIn` says who has a session. */
function start() {
  let person: typeof mara | undefined = mara;
  const respond = (data: (id: string) => object) => (sent: { headers: Headers }) =>
    person === undefined ? refused : { data: data(sent.headers.get('X-Portico-Workspace') ?? 'default') };
  const api = startApiDouble({
    'GET /api/v1/me': respond((id) => ({
      ...ownerMe,
      user: person,
      scopes: ['settings:write', 'interfaces:read', 'interfaces:write'],
      workspace: { id, name: names[id] },
      workspaces,
    })),
    'GET /api/v1/workspace': respond((id) => ({ id, name: names[id], timezone: 'UTC', retention: {}, mcp: {} })),
    'GET /api/v1/me/sessions': respond(() => []),
    'GET /api/v1/form-interfaces': respond(() => []),
    'GET /api/v1/agents': respond(() => []),
    'GET /api/v1/auth/methods': { data: { setup_needed: false, password: true, passkey: false, oidc: null } },
    'POST /api/v1/auth/sign-in': { data: {} },
    'POST /api/v1/auth/sign-out': { data: {} },
  });
  return { api, signIn: (next: typeof person) => void (person = next) };
}

/** Loads the console at an address, as a reload or `location.assign` does. */
function load(address: string) {
  cleanup();
  history.replaceState(null, '', `/console${address}`);
  const queries = createQueries();
  render(<App language="en" queries={queries} />);
  return queries;
}

const field = async (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });
const type = async (label: string, value: string) => fireEvent.input(await field(label), { target: { value } });
const stored = () => JSON.stringify(sessionStorage);
const sendCredentials = ({ email }: typeof mara) => {
  fireEvent.input(screen.getByLabelText('E-mail'), { target: { value: email } });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'a long harbour wall' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
};
async function signOut(): Promise<void> {
  fireEvent.keyDown(screen.getByRole('button', { name: /^Account/ }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Sign in to Portico' });
}

test('unsaved settings of a workspace are not those of another one, and are still there on return', async () => {
  start();
  load('/settings/workspace');
  await type('Name', 'Pier');
  await screen.findByText('Unsaved changes');
  keepWorkspace('quay');
  load('/settings/workspace');
  expect((await field('Name')).value).toBe('Quay Street');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  keepWorkspace('default');
  load('/settings/workspace');
  expect((await field('Name')).value).toBe('Pier');
});

test('the input of a dialog is not that of the same dialog in another workspace', async () => {
  start();
  load('/forms?new=1');
  await type('Title', 'Berth');
  keepWorkspace('quay');
  load('/forms?new=1');
  expect((await field('Title')).value).toBe('');
  keepWorkspace('default');
  load('/forms?new=1');
  expect((await field('Title')).value).toBe('Berth');
});

test('the unsaved profile is the person’s in every workspace', async () => {
  start();
  load('/settings');
  await type('Name', 'Mara L.');
  await screen.findByText('Unsaved changes');
  keepWorkspace('quay');
  load('/settings');
  expect((await field('Name')).value).toBe('Mara L.');
});

test('signing out deletes the unsaved input of this tab, also of the other workspaces', async () => {
  const { signIn } = start();
  load('/forms?new=1');
  await type('Title', 'Berth');
  keepWorkspace('quay');
  load('/settings/workspace');
  await type('Name', 'Pier');
  await screen.findByText('Unsaved changes');
  expect(stored()).toMatch(/Berth.*Pier|Pier.*Berth/);
  await signOut();
  expect(stored()).not.toMatch(/Berth|Pier/);
  signIn(jonas);
  sendCredentials(jonas);
  expect((await field('Name')).value).toBe('Quay Street');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

test('input survives a lost session for the same person, on the screen and in the tab', async () => {
  const { signIn } = start();
  const queries = load('/settings/workspace');
  await type('Name', 'Pier');
  const name = await field('Name');
  signIn(undefined);
  await queries.invalidateQueries({ queryKey: ['me'] });
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  signIn(mara);
  sendCredentials(mara);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([name.isConnected, name.value]).toEqual([true, 'Pier']);
  load('/settings/workspace');
  expect((await field('Name')).value).toBe('Pier');
});

test('somebody else who signs in over a screen gets it without the input of the person before', async () => {
  const { signIn } = start();
  const queries = load('/settings/workspace');
  await type('Name', 'Pier');
  signIn(undefined);
  await queries.invalidateQueries({ queryKey: ['me'] });
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  signIn(jonas);
  sendCredentials(jonas);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await field('Name')).value).toBe('Harbor Office');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});
