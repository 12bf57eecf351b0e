import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { useLiveConversations } from '../data/live-conversations.ts';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { SignInAgain } from './sign-in-again.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function State() {
  return <p>{useLiveConversations().isLive ? 'live' : 'interrupted'}</p>;
}

test('after signing in again, live updates are back at once', async () => {
  const events = 'GET /api/v1/conversations/events';
  const { answer } = startApiDouble({
    'GET /api/v1/auth/methods': { data: { setup_needed: false, password: true, passkey: false, oidc: null } },
    'POST /api/v1/auth/sign-in': { data: {} },
    [events]: { status: 401, code: 'invalid_api_key' },
  });
  // Time doesn't pass, so the stream isn't tried again by itself.
  vi.useFakeTimers();
  const settle = async () => act(async () => void (await vi.advanceTimersByTimeAsync(0)));
  const onSignedIn = vi.fn<() => void>();
  renderInConsole(
    <>
      <State />
      <SignInAgain open onSignedIn={onSignedIn} />
    </>,
  );
  await settle();
  expect(screen.getByText('interrupted')).toBeTruthy();
  answer(events, { file: new ReadableStream(), headers: { 'Content-Type': 'text/event-stream' } });
  fireEvent.submit(screen.getByLabelText('Password').closest('form') ?? document.body);
  await settle();
  expect(onSignedIn).toHaveBeenCalledOnce();
  expect(screen.getByText('live')).toBeTruthy();
});

test('the field that is still empty has the focus', async () => {
  startApiDouble({
    'GET /api/v1/auth/methods': { data: { setup_needed: false, password: true, passkey: false, oidc: null } },
  });
  renderInConsole(<SignInAgain open onSignedIn={() => {}} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).not.toBe('');
});

test('it has no button to close it: there is nothing to do without a session', async () => {
  startApiDouble({
    'GET /api/v1/auth/methods': { data: { setup_needed: false, password: true, passkey: false, oidc: null } },
  });
  renderInConsole(<SignInAgain open onSignedIn={() => {}} />);
  await screen.findByText('Forgot your password?');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test('who was signed in with a key reads that another key loses what was typed, and is asked for the key', async () => {
  startApiDouble({
    'GET /api/v1/auth/methods': { data: { setup_needed: false, password: true, passkey: false, oidc: null } },
  });
  renderInConsole(<SignInAgain open onSignedIn={() => {}} />, {
    ...ownerMe,
    user: null,
    api_key: { id: 'key_1', name: 'admin' },
  });
  expect(await screen.findByLabelText('API key')).toBeTruthy();
  expect(screen.getByText(/With the same API key/)).toBeTruthy();
});
