import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import HomeScreen from './home-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const scopes = ['conversations:read', 'triggers:read', 'knowledge-bases:read', 'executions:read'];
const refused = { status: 400, code: 'validation_error' };
const lists = ['conversations', 'sources', 'triggers', 'executions'];
const answers = {
  'GET /api/v1/workspace': { data: { timezone: 'UTC' } },
  ...Object.fromEntries(lists.map((list) => [`GET /api/v1/${list}`, { data: [] }])),
};
const again = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' });
const text = /A part of this page could not be loaded/;

test.each(lists)('Home says that %s could not be loaded, until a retry has loaded them', async (list) => {
  const path = `GET /api/v1/${list}`;
  const { answer, sent } = startApiDouble({ ...answers, [path]: refused });
  renderInConsole(<HomeScreen />, { ...ownerMe, scopes });
  await screen.findByText(text);
  expect(screen.queryByRole('heading', { name: 'Needs attention' })).toBeNull();
  const requests = () => sent.filter((request) => request.path.startsWith(`/api/v1/${list}`)).length;
  const before = requests();
  fireEvent.click(again());
  await waitFor(() => expect(requests()).toBeGreaterThan(before));
  expect(screen.getByText(text)).toBeTruthy();
  await waitFor(() => expect(again().disabled).toBe(false));
  answer(path, { data: [] });
  fireEvent.click(again());
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

test('Home says nothing if all of it was loaded', async () => {
  startApiDouble(answers);
  renderInConsole(<HomeScreen />, { ...ownerMe, scopes });
  await waitFor(() => expect(screen.getByText('Failed executions').closest('li')?.textContent).toMatch(/0$/));
  expect(screen.queryByText(text)).toBeNull();
});
