import { cleanup, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { FirstSteps } from './first-steps.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the steps have their place from the start, and give it up if they can’t be loaded', async () => {
  const lists = ['agents', 'knowledge-bases', 'chat-interfaces'];
  startApiDouble({
    ...Object.fromEntries(lists.map((list) => [`GET /api/v1/${list}`, { data: [] }])),
    'GET /api/v1/agents': { status: 400, code: 'validation_error' },
  });
  renderInConsole(<FirstSteps />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.queryByText('Your agent on your site')).toBeNull();
});

test('a workspace whose steps are done has no place for them', () => {
  startApiDouble({});
  localStorage.setItem('portico:console:first-run-done:default', 'true');
  renderInConsole(<FirstSteps />);
  expect(screen.queryByRole('status')).toBeNull();
});
