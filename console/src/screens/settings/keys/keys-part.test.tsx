import { cleanup, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import KeysPart from './keys-part.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const key = (name: string, expiresAt: string | null) => ({
  id: `key_${name}`,
  name,
  scopes: ['agents:read', 'threads:read'],
  rate_limit_per_minute: null,
  rate_limit_per_day: null,
  expires_at: expiresAt,
  revoked_at: null,
  last_used_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
});

test('an expired key can’t be rotated, and a valid one shows until when it is valid', async () => {
  const scopes = [...ownerMe.scopes, 'api-keys:read', 'api-keys:write'];
  startApiDouble({
    'GET /api/v1/me': { data: { ...ownerMe, scopes } },
    'GET /api/v1/api-keys': {
      data: [key('old', '2020-01-01T00:00:00.000Z'), key('new', '2999-01-01T00:00:00.000Z'), key('endless', null)],
    },
  });
  renderInConsole(<KeysPart />, { ...ownerMe, scopes });
  const rowOf = async (name: string) => {
    const row = (await screen.findByText(name)).closest('tr');
    if (row === null) throw new Error(`no row of ${name}`);
    return within(row);
  };
  const choices = async (name: string) => {
    fireEvent.keyDown((await rowOf(name)).getByRole('button', { name: /More/ }), { key: 'Enter' });
    const found = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    return found;
  };
  expect(await choices('old')).toEqual(['Revoke']);
  expect(await choices('new')).toEqual(['Replace', 'Revoke']);
  const moments = async (name: string) => {
    const row = (await screen.findByText(name)).closest('tr');
    return [...(row?.querySelectorAll('time') ?? [])].map(({ dateTime }) => dateTime);
  };
  expect(await moments('new')).toContain('2999-01-01T00:00:00.000Z');
  expect(await moments('endless')).toEqual(['2026-01-01T00:00:00.000Z']);
});

test('the scopes of a key can be read without a pointer', async () => {
  startApiDouble({ 'GET /api/v1/api-keys': { data: [key('old', null)] } });
  renderInConsole(<KeysPart />, { ...ownerMe, scopes: ['api-keys:read'] });
  const summary = await screen.findByText('2 scopes');
  expect(summary.tagName).toBe('SUMMARY');
  fireEvent.click(summary);
  const listed = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(listed.map(({ textContent }) => textContent)).toEqual(['agents:read', 'threads:read']);
});
