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

test('passkeys of the same browser differ by the day on which they were added', async () => {
  const passkey = { name: 'Chrome on Linux', last_used_at: null };
  startApiDouble({
    'GET /api/v1/me/passkeys': {
      data: [
        { ...passkey, id: 'pky_1', created_at: '2026-01-05T12:00:00.000Z' },
        { ...passkey, id: 'pky_2', created_at: '2026-02-06T12:00:00.000Z' },
      ],
    },
  });
  renderInConsole(<PasskeyList />);
  const rows = await screen.findAllByRole('listitem');
  const shown = rows.map((row) => [...row.querySelectorAll('time')].map(({ dateTime }) => dateTime));
  expect(shown).toEqual([['2026-01-05T12:00:00.000Z'], ['2026-02-06T12:00:00.000Z']]);
  expect(rows[0]?.textContent).toContain('Added');
});
