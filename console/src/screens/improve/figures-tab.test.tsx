import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { FiguresTab } from './figures-tab.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the figures are saved although the screen was left before they arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { sent } = startApiDouble({ 'GET /api/v1/insights/summary': async () => promise });
  const { rerender } = renderInConsole(<FiguresTab />);
  const readsCsv = () => sent.find(({ path }) => path.includes('format=csv'));
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(readsCsv()).toBeDefined());
  rerender(<p>Elsewhere</p>);
  resolve({ file: 'from,conversations' });
  const from = new URLSearchParams(readsCsv()?.path.split('?')[1]).get('from');
  await waitFor(() => expect(saved).toEqual([`conversations-${from?.slice(0, 10)}.csv`]));
});

test('seven days are whole days in the time zone of the workspace', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-28T18:00:00Z'));
  history.replaceState(null, '', '/improve/figures?days=7');
  const { sent } = startApiDouble({
    'GET /api/v1/workspace': { data: { timezone: 'Pacific/Auckland' } },
    'GET /api/v1/insights/summary': async () => Promise.withResolvers<object>().promise,
  });
  renderInConsole(<FiguresTab />);
  const asked = () => sent.filter(({ path }) => path.includes('/summary')).map(({ path }) => path.split('?')[1]);
  await waitFor(() => expect(asked()).toEqual(['from=2026-11-22T11%3A00%3A00.000Z&interval=day']));
});
