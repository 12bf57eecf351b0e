import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { PasskeyButton } from './passkey-button.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'credentials');
  vi.unstubAllGlobals();
});

const notValid = /This passkey is not valid here/;

/** Presses the button; returns what is said about the failure. */
async function press(): Promise<string> {
  vi.stubGlobal('PublicKeyCredential', () => {});
  renderInConsole(<PasskeyButton />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  return (await screen.findByRole('alert')).textContent;
}

test('a passkey is not blamed for a server that can’t be reached, or is busy', async () => {
  startApiDouble({ 'POST /api/v1/auth/passkeys/sign-in-options': { status: 429, code: 'rate_limit_exceeded' } });
  expect(await press()).not.toMatch(notValid);
  cleanup();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('network')));
  expect(await press()).not.toMatch(notValid);
});

test('a passkey that this page can’t use is', async () => {
  const options = { data: { challenge: 'AAAA', rpId: 'elsewhere.example' } };
  startApiDouble({ 'POST /api/v1/auth/passkeys/sign-in-options': options });
  const get = async () => Promise.reject(new DOMException('another site', 'SecurityError'));
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  expect(await press()).toMatch(notValid);
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false'));
});
