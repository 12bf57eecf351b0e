import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { sampleConversation } from '../test/sample-conversation.ts';
import { type } from '../test/type.ts';
import { App } from './app.tsx';
import { createQueries } from './create-queries.ts';

const methods = { data: { setup_needed: false, password: true, passkey: false, oidc: null } };
const refused = { status: 401, code: 'invalid_api_key', message: 'wrong' };
const lists = {
  'GET /api/v1/agents': { data: [{ id: 'agt_1', name: 'Harbor guide' }] },
  'GET /api/v1/knowledge-bases': { data: [] },
  'GET /api/v1/chat-interfaces': { data: [] },
  'GET /api/v1/form-interfaces': { data: [] },
};

beforeEach(() => history.replaceState(null, '', '/console'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(
  address = '/console',
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
): QueryClient {
  history.replaceState(null, '', address);
  render(<App language="en" queries={queries} />);
  return queries;
}

test('signs in with e-mail and password, and shows errors without losing the input', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': refused,
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/sign-in': refused,
    ...lists,
  });
  open();
  await screen.findByRole('heading', { name: 'Sign in to Portico' });
  type('E-mail', 'mara@harbor.example');
  type('Password', 'wrong harbour wall');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The e-mail address or the password is wrong.');
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('mara@harbor.example');

  api.answer('POST /api/v1/auth/sign-in', { data: { user: ownerMe.user, workspace: ownerMe.workspace } });
  api.answer('GET /api/v1/me', { data: ownerMe });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(api.sent.find(({ path }) => path === '/api/v1/auth/sign-in')?.body).toEqual({
    email: 'mara@harbor.example',
    password: 'wrong harbour wall',
  });
});

test('says how a forgotten password is replaced, but not to somebody with a key', async () => {
  startApiDouble({ 'GET /api/v1/me': refused, 'GET /api/v1/auth/methods': methods });
  open();
  fireEvent.click(await screen.findByText('Forgot your password?'));
  expect(screen.getByText('npm run portico -- console link --email ADDRESS')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use an API key instead' }));
  await waitFor(() => expect(screen.queryByText('Forgot your password?')).toBeNull());
});

test('a locked sign-in shows how long to wait', async () => {
  startApiDouble({
    'GET /api/v1/me': refused,
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/sign-in': { status: 429, code: 'rate_limit_exceeded', headers: { 'Retry-After': '700' } },
  });
  open();
  await screen.findByLabelText('E-mail');
  fireEvent.submit(screen.getByLabelText('E-mail').closest('form') ?? document.body);
  expect((await screen.findByRole('alert')).textContent).toContain('12 min');
});

test('a key without every scope is refused with an explanation', async () => {
  startApiDouble({
    'GET /api/v1/me': refused,
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/sign-in-with-key': { status: 403, code: 'insufficient_scope' },
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Use an API key instead' }));
  type('API key', 'ptk_1');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Only a key with every scope can sign in.');
});

const checked = (email: string | null, hasAccount: boolean) => ({ data: { email, has_account: hasAccount } });

test.each([
  ['setup', 'npm run portico -- console link --email ADDRESS'],
  ['invitation', 'ask the person who invited you'],
])('a used %s link says at once what to do, without a form', async (kind, advice) => {
  const api = startApiDouble({
    'GET /api/v1/me': refused,
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/check-link': refused,
  });
  open(`/console#${kind}=used`);
  await screen.findByRole('heading', { name: 'This link no longer works' });
  expect(api.sent.find(({ path }) => path.endsWith('/check-link'))?.body).toEqual({ kind, token: 'used' });
  expect(document.body.textContent).toContain(advice);
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Sign in to Portico' });
  expect(location.hash).toBe('');
});

test('a link for a new password says whose, and does not ask for a name', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': refused,
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/check-link': checked('mara@harbor.example', true),
    'POST /api/v1/auth/setup': { status: 201, data: { user: ownerMe.user, workspace: ownerMe.workspace } },
    ...lists,
  });
  open('/console#setup=tok');
  await screen.findByRole('heading', { name: 'Choose a new password' });
  expect(screen.queryByLabelText('Your name')).toBeNull();
  type('Password', 'a long harbour wall');
  api.answer('GET /api/v1/me', { data: ownerMe });
  api.answer('POST /api/v1/auth/check-link', refused);
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(api.sent.find(({ path }) => path.endsWith('/setup'))?.body).toMatchObject({ email: 'mara@harbor.example' });
});

test('an invitation to an account asks to sign in to it first, and then only to join', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': refused,
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/check-link': checked('mara@harbor.example', true),
    'POST /api/v1/auth/sign-in': { data: {} },
    'POST /api/v1/auth/accept-invitation': { data: {} },
    ...lists,
  });
  open('/console#invitation=tok');
  await screen.findByText(/Sign in to it to join/);
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('mara@harbor.example');
  type('Password', 'a long harbour wall');
  api.answer('GET /api/v1/me', { data: ownerMe });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(api.sent.find(({ path }) => path.endsWith('/accept-invitation'))?.body).toMatchObject({ token: 'tok' });
});

test('a setup link creates the first owner and is removed from the address', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': refused,
    'POST /api/v1/auth/check-link': checked(null, false),
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/setup': { status: 201, data: { user: ownerMe.user, workspace: ownerMe.workspace } },
    ...lists,
  });
  open('/console#setup=tok%2B1');
  await screen.findByLabelText('Your name');
  type('Your name', 'Mara Lindqvist');
  type('E-mail', 'mara@harbor.example');
  type('Password', 'a long harbour wall');
  api.answer('GET /api/v1/me', { data: ownerMe });
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(location.hash).toBe('');
  expect(api.sent.find(({ path }) => path.endsWith('/setup'))?.body).toMatchObject({ token: 'tok+1' });
});

test('a refused setup names each rule at its field, in words that a person reads', async () => {
  startApiDouble({
    'GET /api/v1/me': refused,
    'POST /api/v1/auth/check-link': checked(null, false),
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/setup': {
      status: 400,
      code: 'validation_error',
      details: {
        fields: [
          { path: 'body.name', code: 'too_long', message: 'must have at most 200 characters' },
          { path: 'body.email', code: 'invalid_email', message: 'must be an e-mail address' },
        ],
      },
    },
  });
  open('/console#setup=tok');
  fireEvent.submit((await screen.findByLabelText('Your name')).closest('form') ?? document.body);
  await screen.findByText('Use at most 200 characters.');
  await screen.findByText('This is not an e-mail address.');
  fireEvent.click(screen.getByRole('button', { name: 'I already have an account' }));
  await screen.findByRole('heading', { name: 'Sign in to Portico' });
  expect(location.hash).toBe('');
});

test('a signed-in person leaves a used setup link for the screens', async () => {
  startApiDouble({ 'GET /api/v1/me': { data: ownerMe }, 'POST /api/v1/auth/check-link': refused, ...lists });
  open('/console#setup=used');
  fireEvent.click(await screen.findByRole('button', { name: 'Go to the console' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(location.hash).toBe('');
});

test('a link that is used in the meantime says so at the form', async () => {
  startApiDouble({
    'GET /api/v1/me': { data: ownerMe },
    'POST /api/v1/auth/check-link': checked(null, false),
    'POST /api/v1/auth/setup': refused,
    ...lists,
  });
  open('/console#setup=used');
  fireEvent.submit((await screen.findByLabelText('Your name')).closest('form') ?? document.body);
  expect((await screen.findByRole('alert')).textContent).toContain('This link was used already');
  fireEvent.click(screen.getByRole('button', { name: 'I already have an account' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
});

test('after a failed sign-in through another service, the password opens the screens', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': refused,
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/sign-in': { data: {} },
    ...lists,
  });
  open('/console#error=not_invited');
  await screen.findByText(/This account is not invited/);
  type('E-mail', 'mara@harbor.example');
  type('Password', 'a long harbour wall');
  api.answer('GET /api/v1/me', { data: ownerMe });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(location.hash).toBe('');
});

test('when a session ends, the sign-in appears over the screen, and every request names the workspace', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': { data: ownerMe },
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/sign-in': { data: {} },
    ...lists,
  });
  const queries = open();
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  await waitFor(() => expect(sessionStorage.getItem('portico:console:workspace')).toBe('"default"'));
  await screen.findByText('1 of 4 done');
  api.answer('GET /api/v1/agents', refused);
  await queries.invalidateQueries({ queryKey: ['agents'] });
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('mara@harbor.example');
  expect(api.sent.at(-1)?.headers.get('X-Portico-Workspace')).toBe('default');
  expect(document.body.textContent).toContain('Welcome, Mara');

  api.answer('GET /api/v1/agents', { data: [] });
  type('E-mail', 'mara@harbor.example');
  type('Password', 'a long harbour wall');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const signIn = () => {
  type('E-mail', 'mara@harbor.example');
  type('Password', 'a long harbour wall');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
};

test('a session that has ended is noticed on return to the tab, and one sign-in over the screen is enough', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const api = startApiDouble({
    'GET /api/v1/me': { data: ownerMe },
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/sign-in': { data: {} },
    ...lists,
  });
  const queries = open('/console', createQueries());
  const heading = await screen.findByRole('heading', { name: 'Welcome, Mara' });
  api.answer('GET /api/v1/me', refused);
  // What the page has read is out of date.
  vi.setSystemTime(Date.now() + 120_000);
  dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  // The screen is still there, with what was typed in it.
  expect(heading.isConnected).toBe(true);
  api.answer('GET /api/v1/me', { data: ownerMe });
  signIn();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heading.isConnected).toBe(true);
});

test('a member without a workspace whose session has ended gets the page to sign in', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': { data: { ...ownerMe, workspace: null } },
    'GET /api/v1/auth/methods': methods,
  });
  const queries = open();
  await screen.findByText('You don’t belong to a workspace');
  api.answer('GET /api/v1/me', refused);
  await queries.invalidateQueries({ queryKey: ['me'] });
  expect(await screen.findByRole('heading', { name: 'Sign in to Portico' })).toBeTruthy();
});

test('a request that is refused during signing out does not ask for a second sign-in', async () => {
  const { promise, resolve } = Promise.withResolvers<{ data: object }>();
  const api = startApiDouble({
    'GET /api/v1/me': { data: ownerMe },
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/sign-in': { data: {} },
    'POST /api/v1/auth/sign-out': () => promise,
    ...lists,
  });
  const queries = open();
  await screen.findByText('1 of 4 done');
  fireEvent.keyDown(screen.getByRole('button', { name: /^Account/ }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  api.answer('GET /api/v1/agents', refused);
  await queries.invalidateQueries({ queryKey: ['agents'] });
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  api.answer('GET /api/v1/agents', lists['GET /api/v1/agents']);
  resolve({ data: {} });
  await screen.findByRole('heading', { name: 'Sign in to Portico' });
  signIn();
  await screen.findByText('1 of 4 done');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a setup link that is used after the session has ended does not ask for a second sign-in', async () => {
  const api = startApiDouble({
    'GET /api/v1/me': { data: ownerMe },
    'GET /api/v1/auth/methods': methods,
    'POST /api/v1/auth/check-link': checked(null, false),
    'POST /api/v1/auth/setup': { status: 201, data: {} },
    ...lists,
  });
  const queries = open('/console#setup=tok');
  const name = await screen.findByLabelText('Your name');
  api.answer('GET /api/v1/me', refused);
  await queries.invalidateQueries({ queryKey: ['me'] });
  api.answer('GET /api/v1/me', { data: ownerMe });
  fireEvent.submit(name.closest('form') ?? document.body);
  await screen.findByText('1 of 4 done');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the signed-in person is not requested again if the page has requested it for the same workspace', async () => {
  const api = startApiDouble({ 'GET /api/v1/me': { data: ownerMe }, ...lists });
  const begin = async (workspace: string | null) => {
    const response = fetch('/api/v1/me');
    globalThis.porticoEarly = { path: '/api/v1/me', workspace, response };
    await response;
  };
  const asked = () => api.sent.filter(({ path }) => path === '/api/v1/me').length;
  await begin(null);
  open();
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(asked()).toBe(1);

  cleanup();
  sessionStorage.setItem('portico:console:workspace', '"harbor"');
  await begin(null);
  open();
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
  expect(asked()).toBe(3);
});

test.each(['sessionStorage', 'localStorage'] as const)(
  'a workspace in %s that is not theirs any more is forgotten, but not because of an outage',
  async (storage) => {
    globalThis[storage].setItem('portico:console:workspace', '"left"');
    const api = startApiDouble({ 'GET /api/v1/me': { status: 503, code: 'service_unavailable' }, ...lists });
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(globalThis[storage].getItem('portico:console:workspace')).toBe('"left"');

    api.answer('GET /api/v1/me', ({ headers }) =>
      headers.get('X-Portico-Workspace') === 'left'
        ? { status: 404, code: 'resource_not_found', message: 'Workspace not found.' }
        : { data: ownerMe },
    );
    fireEvent.click(again);
    await screen.findByRole('heading', { name: 'Welcome, Mara' });
    await waitFor(() => expect(globalThis[storage].getItem('portico:console:workspace')).toBe('"default"'));
  },
);

test('a deleted item shows "not found" with a link to the others of its list', async () => {
  startApiDouble({ 'GET /api/v1/me': { data: ownerMe }, ...lists });
  open('/console/agents/agt_gone');
  await screen.findByText('It does not exist, or was deleted.');
  expect(screen.getByRole('link', { name: 'Open “Agents”' }).getAttribute('href')).toBe('/console/agents');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an unknown address shows "not found"', async () => {
  startApiDouble({ 'GET /api/v1/me': { data: ownerMe }, ...lists });
  open('/console/nothing');
  await screen.findByRole('heading', { name: 'There is nothing here', level: 1 });
  await waitFor(() => expect(document.title).toBe('There is nothing here · Portico'));
});

test('a screen that the role does not include says so, and who can change the role', async () => {
  startApiDouble({ 'GET /api/v1/me': { data: ownerMe }, ...lists });
  open('/console/workflows/wf_1');
  await screen.findByRole('heading', { name: 'Workflows', level: 1 });
  expect(document.body.textContent).toContain('Your role does not include workflows:read. An owner');
  expect(screen.queryByRole('link', { name: 'Workflows' })).toBeNull();
});

test.each(['/settings/nothing', '/settings/keys'])('no tab is marked as the current one at %s', async (address) => {
  startApiDouble({ 'GET /api/v1/me': { data: ownerMe }, ...lists });
  open(`/console${address}`);
  const tabs = within(await screen.findByRole('navigation', { name: 'Settings' }));
  expect((await tabs.findByRole('link', { name: 'Account' })).getAttribute('aria-current')).toBeNull();
  expect(tabs.queryByRole('link', { current: 'page' })).toBeNull();
});

test('an unreachable server shows an error with a button to try again', async () => {
  const api = startApiDouble({ 'GET /api/v1/me': { status: 503, code: 'service_unavailable', message: 'Starting.' } });
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('Starting.');
  expect(screen.getByRole('alert').textContent).toContain('req_double');
  api.answer('GET /api/v1/me', { data: ownerMe });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Welcome, Mara' });
});

test.each([
  { status: 429, code: 'rate_limit_exceeded' },
  { status: 503, code: 'service_unavailable' },
])('a screen that got a $status is read again by itself at the time that the server names', async (refusal) => {
  const api = startApiDouble({
    'GET /api/v1/me': { data: ownerMe },
    ...lists,
    'GET /api/v1/agents/agt_1': { ...refusal, message: 'Later.', headers: { 'Retry-After': '1' } },
  });
  open('/console/agents/agt_1', createQueries());
  await screen.findByRole('button', { name: 'Try again' });
  api.answer('GET /api/v1/agents/agt_1', { status: 404, code: 'resource_not_found' });
  expect(await screen.findByText('It does not exist, or was deleted.')).toBeDefined();
});

test('the search names the keys of this computer, as the list of shortcuts does', async () => {
  startApiDouble({ 'GET /api/v1/me': { data: ownerMe }, ...lists });
  open();
  const search = await screen.findByRole('button', { name: 'Search Ctrl K' });
  expect(search.querySelector('kbd')?.textContent).toBe('Ctrl K');
});

test('the bottom bar of phones shows how many visitors wait, too', async () => {
  const me = { ...ownerMe, scopes: [...ownerMe.scopes, 'conversations:read'] };
  const waiting = ['cnv_1', 'cnv_2', 'cnv_3'].map((id) => ({ id, status: 'waiting' }));
  startApiDouble({
    'GET /api/v1/me': { data: me },
    'GET /api/v1/conversations': ({ path }) => ({ data: path.includes('waiting') ? waiting : [] }),
    ...lists,
  });
  open();
  await waitFor(() => expect(screen.getAllByRole('img', { name: '3 visitors wait' })).toHaveLength(2));
  const [, bar] = screen.getAllByRole('navigation');
  expect(bar?.querySelector('.side-count')?.textContent).toBe('3');
});

test('a member whose role was changed while a conversation is open sees what the new role may do', async () => {
  const scopes = ['conversations:read', 'conversations:write'];
  const { answer, sent } = startApiDouble({
    'GET /api/v1/me': { data: { ...ownerMe, role: 'responder', scopes } },
    'GET /api/v1/auth/methods': methods,
    'GET /api/v1/conversations': { data: [sampleConversation] },
    'GET /api/v1/conversations/cnv_1': { data: sampleConversation },
    'GET /api/v1/conversations/cnv_1/messages': { data: [] },
    'GET /api/v1/chat-interfaces/chi_1': { data: { status: 'active' } },
    'GET /api/v1/saved-replies': { data: [] },
  });
  open('/console/conversations/cnv_1');
  const reply = await screen.findByRole('textbox', { name: 'Reply' });
  answer('GET /api/v1/me', { data: { ...ownerMe, role: 'viewer', scopes: ['conversations:read'] } });
  answer('POST /api/v1/conversations/cnv_1/messages', {
    status: 403,
    code: 'insufficient_scope',
    details: { required: ['conversations:write'], missing: ['conversations:write'] },
  });
  fireEvent.input(reply, { target: { value: 'It leaves today.' } });
  fireEvent.keyDown(reply, { key: 'Enter' });
  await screen.findByText(/^You can read along/);
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  expect(sent.filter(({ path }) => path === '/api/v1/me')).toHaveLength(2);
});
