import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { PasskeyList } from './passkey-list.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'credentials');
  vi.unstubAllGlobals();
});

test('a device that has a passkey of the account already says so', async () => {
  startApiDouble({
    'GET /api/v1/me/passkeys': { data: [] },
    'POST /api/v1/auth/passkeys/register-options': {
      data: {
        challenge: 'AAAA',
        rp: { id: 'localhost', name: 'Portico' },
        user: { id: 'AAAA', name: 'mara@harbor.example', displayName: 'Mara' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        excludeCredentials: [{ type: 'public-key', id: 'AAAA' }],
      },
    },
  });
  vi.stubGlobal('PublicKeyCredential', () => {});
  const create = async () => Promise.reject(new DOMException('excluded', 'InvalidStateError'));
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
  renderInConsole(<PasskeyList />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This device already has a passkey for your account.');
});
