import { useMutation } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { useApi } from '../api/api-context.ts';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { Failure } from './failure.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Sender() {
  const api = useApi();
  const { mutate, error } = useMutation({ mutationFn: async () => api.send('POST', '/api/v1/agents') });
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Send
      </button>
      <button type="button" onClick={() => api.reportSignedIn()}>
        Sign in
      </button>
      <Failure error={error} />
    </>
  );
}

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
const cut = () => {
  throw new TypeError('network');
};

test('that the server can’t be reached is said until it is reached again, and again if it is lost again', async () => {
  const { answer } = startApiDouble({ 'POST /api/v1/agents': cut, 'GET /api/v1/auth/methods': cut });
  renderInConsole(<Sender />);
  for (let time = 1; time <= 2; time += 1) {
    answer('GET /api/v1/auth/methods', cut);
    send();
    expect((await screen.findByRole('alert')).textContent).toMatch(/server can’t be reached/);
    answer('GET /api/v1/auth/methods', { data: {} });
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  }
});

test('that the session has ended is said until the person has signed in again, and again if it ends again', async () => {
  startApiDouble({ 'POST /api/v1/agents': { status: 401, code: 'authentication_required' } });
  renderInConsole(<Sender />);
  for (let time = 1; time <= 2; time += 1) {
    send();
    expect((await screen.findByRole('alert')).textContent).toMatch(/session has ended/);
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  }
});

test('what the server has refused is said until the next attempt', async () => {
  const { answer } = startApiDouble({
    'POST /api/v1/agents': { status: 400, code: 'validation_error', message: 'The name is taken.' },
    'GET /api/v1/auth/methods': { data: {} },
  });
  renderInConsole(<Sender />);
  send();
  expect((await screen.findByRole('alert')).textContent).toBe('The name is taken.');
  dispatchEvent(new Event('online'));
  expect(screen.getByRole('alert').textContent).toBe('The name is taken.');
  answer('POST /api/v1/agents', { status: 201, data: {} });
  send();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
