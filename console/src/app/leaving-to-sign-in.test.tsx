import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { useCleanBrowser } from '../test/clean-browser.ts';
import { App } from './app.tsx';

const oidc = { name: 'Harbor ID' };
const methods = { data: { setup_needed: false, password: true, passkey: false, oidc } };
const refused = { status: 401, code: 'invalid_api_key', message: 'wrong' };
const checked = (hasAccount: boolean) => ({ data: { email: 'mara@harbor.example', has_account: hasAccount } });

useCleanBrowser();

function open(address: string): void {
  cleanup();
  history.replaceState(null, '', address);
  render(<App language="en" queries={new QueryClient({ defaultOptions: { queries: { retry: false } } })} />);
}

const answers = {
  'GET /api/v1/me': refused,
  'GET /api/v1/auth/methods': methods,
  'POST /api/v1/auth/accept-invitation': { data: {} },
};

/** Follows the link to the other service; the page that the browser opens is not part of the test. */
async function leave(): Promise<void> {
  const link = await screen.findByRole('link', { name: 'Continue with Harbor ID' });
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(link.getAttribute('href')).toBe('/api/v1/auth/oidc/start?return_to=%2Fconsole');
}

test('an invitation is still open after signing in through another service', async () => {
  const api = startApiDouble({ ...answers, 'POST /api/v1/auth/check-link': checked(true) });
  open('/console#invitation=tok');
  await leave();
  open('/console#error=sign_in_failed');
  await leave();

  api.answer('GET /api/v1/me', { data: ownerMe });
  open('/console');
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(api.sent.find(({ path }) => path.endsWith('/accept-invitation'))?.body).toMatchObject({ token: 'tok' });
  open('/console');
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
});

test('a new person sees for whom the invitation is, and can join through another service', async () => {
  const api = startApiDouble({ ...answers, 'POST /api/v1/auth/check-link': checked(false) });
  open('/console#invitation=tok');
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail');
  expect([email.value, email.readOnly, email.autocomplete]).toEqual(['mara@harbor.example', true, 'username']);
  expect(screen.getByLabelText<HTMLInputElement>('Your name').autofocus).toBe(true);
  await leave();
  fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Mara' } });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'a long harbour wall' } });
  fireEvent.click(screen.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(api.sent.some(({ path }) => path.endsWith('/accept-invitation'))).toBe(true));
  expect(api.sent.find(({ path }) => path.endsWith('/accept-invitation'))?.body).toEqual({
    token: 'tok',
    name: 'Mara',
    password: 'a long harbour wall',
  });

  // The other service accepts the invitation of a new person, so its link is used.
  api.answer('GET /api/v1/me', { data: ownerMe });
  open('/console');
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
});

test.each([
  ['email_unverified', /has not confirmed your e-mail address/],
  ['sign_in_expired', /took too long/],
  ['too_many_attempts', /Wait a minute/],
  ['sign_in_failed', /Signing in with the other service failed/],
  ['call_555_0100', /Signing in with the other service failed/],
])('the error %s is put into words', async (code, words) => {
  startApiDouble(answers);
  open(`/console#error=${code}`);
  await screen.findByText(words);
  expect(document.body.textContent).not.toContain(code);
});

test('a person without a workspace can sign out', async () => {
  const api = startApiDouble({
    ...answers,
    'GET /api/v1/me': { data: { ...ownerMe, role: null, scopes: [], workspace: null, workspaces: [] } },
    'POST /api/v1/auth/sign-out': { data: { signed_out: true } },
  });
  open('/console');
  await screen.findByRole('heading', { name: 'You don’t belong to a workspace' });
  expect(document.body.textContent).toContain('mara@harbor.example');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Sign in to Portico' });
  expect(api.sent.some(({ path }) => path === '/api/v1/auth/sign-out')).toBe(true);
});

test('joining opens the workspace of the invitation', async () => {
  localStorage.setItem('portico:console:workspace', '"default"');
  const other = { id: 'ws_2', name: 'Lighthouse' };
  const api = startApiDouble({
    ...answers,
    'GET /api/v1/me': ({ headers }) => {
      const isThere = headers.get('X-Portico-Workspace') === other.id;
      return { data: { ...ownerMe, ...(isThere ? { workspace: other } : {}) } };
    },
    'POST /api/v1/auth/check-link': checked(true),
    'POST /api/v1/auth/accept-invitation': { data: { user: ownerMe.user, workspace: other } },
  });
  open('/console#invitation=tok');
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await screen.findByText('Lighthouse');
  expect(location.hash).toBe('');
  const asked = () => api.sent.find(({ path }) => path.startsWith('/api/v1/chat-interfaces'));
  await waitFor(() => expect(asked()?.headers.get('X-Portico-Workspace')).toBe('ws_2'));
});
