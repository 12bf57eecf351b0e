import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { ComponentType } from 'preact';
import { Suspense } from 'preact/compat';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiContext } from '../api/api-context.ts';
import { openApi } from '../test/open-api.ts';
import { lazyView } from '../ui/lazy-view.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Agents = () => <h1>Agents</h1>;
const Home = () => <h1>Home</h1>;

const at = (place: string, View: ComponentType) => (
  <ScreenBoundary place={place}>
    <Suspense fallback={null}>
      <View key={place} />
    </Suspense>
  </ScreenBoundary>
);

test('a screen whose code cannot be loaded is tried again, and does not hide other screens', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('refused')));
  const failure = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn<() => Promise<{ default: ComponentType }>>().mockRejectedValue(failure);
  const AgentsView = lazyView(load);
  const { rerender } = render(at('/agents', AgentsView));
  expect((await screen.findByRole('alert')).textContent).toContain('The server can’t be reached.');

  rerender(at('/', Home));
  await screen.findByRole('heading', { name: 'Home' });
  rerender(at('/agents', AgentsView));
  await screen.findByText(/The server can’t be reached/);
  expect(load).toHaveBeenCalledTimes(2);

  load.mockResolvedValue({ default: Agents });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Agents' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a screen whose code could not be loaded loads by itself once the connection is back', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('refused')));
  const load = vi.fn<() => Promise<{ default: ComponentType }>>().mockRejectedValue(new TypeError('Failed to fetch'));
  render(at('/agents', lazyView(load)));
  await screen.findByRole('alert');
  load.mockResolvedValue({ default: Agents });
  dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Agents' })).toBeTruthy();
});

test('it also does when the API is reached again', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('refused')));
  const load = vi.fn<() => Promise<{ default: ComponentType }>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const api = openApi();
  render(<ApiContext.Provider value={api}>{at('/agents', lazyView(load))}</ApiContext.Provider>);
  await screen.findByRole('alert');
  load.mockResolvedValue({ default: Agents });
  api.reportSignedIn();
  expect(await screen.findByRole('heading', { name: 'Agents' })).toBeTruthy();
});
