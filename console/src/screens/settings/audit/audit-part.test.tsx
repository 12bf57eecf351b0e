import { cleanup, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import AuditPart from './audit-part.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the days of the list and the download are those of the workspace', async () => {
  history.replaceState(null, '', '/settings/audit-log?from=2026-05-01&to=2026-05-31');
  const { sent } = startApiDouble({
    'GET /api/v1/audit-log': { data: [] },
    'GET /api/v1/workspace': { data: { timezone: 'America/New_York' } },
  });
  renderInConsole(<AuditPart />, { ...ownerMe, scopes: ['audit:read'] });
  const period = { from: '2026-05-01T04:00:00.000Z', to: '2026-06-01T04:00:00.000Z' };
  const periodOf = (address: string | null | undefined) => {
    const { from, to } = Object.fromEntries(new URL(address ?? '', location.origin).searchParams);
    return { from, to };
  };
  const listed = () => sent.filter(({ path }) => path.startsWith('/api/v1/audit-log'));
  // Only once: other days are not asked for, as long as the workspace's time zone is not known.
  await waitFor(() => expect(listed().map(({ path }) => periodOf(path))).toEqual([period]));
  expect(periodOf(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href'))).toEqual(period);
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-05-01');
});

test('the download has the filters of the list, whose last day belongs to it', async () => {
  const search = 'action=agent.updated&actor=usr_1&from=2026-05-01&to=2026-05-31';
  history.replaceState(null, '', `/settings/audit-log?${search}&page=3`);
  const { sent } = startApiDouble({
    'GET /api/v1/audit-log': { data: [] },
    'GET /api/v1/workspace': { data: { timezone: 'UTC' } },
  });
  renderInConsole(<AuditPart />, { ...ownerMe, scopes: ['audit:read'] });
  const link = await screen.findByRole('link', { name: 'Download CSV' });
  const href = new URL(link.getAttribute('href') ?? '', location.origin);
  expect(href.pathname).toBe('/api/v1/audit-log/export');
  const filters = { action: 'agent.updated', actor: 'usr_1', from: '2026-05-01', to: '2026-06-01' };
  expect(Object.fromEntries(href.searchParams)).toEqual({ workspace: 'default', ...filters });
  const listed = () => sent.find(({ path }) => path.includes('/audit-log'))?.path ?? '';
  await waitFor(() =>
    expect(Object.fromEntries(new URL(listed(), location.origin).searchParams)).toEqual({ page: '3', ...filters }),
  );
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('2026-05-31');
});
