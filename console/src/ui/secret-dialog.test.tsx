import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { watchGoingBack } from './stay-here.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Rotated() {
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <button type="button" onClick={() => setSecret('whsec_new')}>
        Rotate
      </button>
      <SecretDialog title="The secret" secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

/** Whether the browser would ask before the page is reloaded. */
const asks = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('the browser asks before a reload loses a secret that is shown only once', async () => {
  startApiDouble({});
  renderInConsole(<Rotated />);
  expect(asks()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Rotate' }));
  expect(await screen.findByText('whsec_new')).toBeTruthy();
  expect(asks()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'I have kept it' }));
  expect(asks()).toBe(false);
});

test('Escape and a click beside it keep a secret that is shown only once', async () => {
  startApiDouble({});
  renderInConsole(<Rotated />);
  fireEvent.click(screen.getByRole('button', { name: 'Rotate' }));
  const secret = await screen.findByText('whsec_new');
  fireEvent.keyDown(secret, { key: 'Escape' });
  fireEvent.pointerDown(document.querySelector('.overlay') ?? document.body);
  expect(screen.getByText('whsec_new')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByText('whsec_new')).toBeNull());
});

test('going back keeps a secret that is shown only once, and the page below it', async () => {
  startApiDouble({});
  const gone = { back: () => {} };
  addEventListener('popstate', () => gone.back());
  const goBack = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gone.back = resolve;
    history.back();
    await promise;
  };
  watchGoingBack();
  const onRouter = vi.fn<() => void>();
  addEventListener('popstate', onRouter);
  renderInConsole(<Rotated />);
  history.pushState(null, '', '/settings/members');
  history.pushState({ at: 7 }, '', '/settings/keys?page=2');
  history.pushState(null, '', '/settings/keys?page=2&new=1');
  fireEvent.click(screen.getByRole('button', { name: 'Rotate' }));
  await screen.findByText('whsec_new');
  // The dialog that made it has closed.
  await goBack();
  expect(onRouter).toHaveBeenCalledOnce();
  await goBack();
  expect(onRouter).toHaveBeenCalledOnce();
  expect(screen.getByText('whsec_new')).toBeTruthy();
  expect(location.pathname + location.search).toBe('/settings/keys?page=2');
  expect(history.state).toEqual({ at: 7 });
  fireEvent.click(screen.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByText('whsec_new')).toBeNull());
  await goBack();
  expect(location.pathname).toBe('/settings/members');
  expect(onRouter).toHaveBeenCalledTimes(2);
  removeEventListener('popstate', onRouter);
});
